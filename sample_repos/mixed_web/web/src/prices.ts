import { LARGE } from "./basket";
import { cheapest } from "./shelf";

/** One part in ten off for a large basket. */
export function discounted(cents: number): number {
  return cents >= LARGE ? Math.round(cents * 0.9) : cents;
}

/** "3.20 €" */
export const shown = (cents: number): string => `${(cents / 100).toFixed(2)} €`;

/** The line over the shop: what the cheapest item costs. */
export function headline(): string {
  const item = cheapest();
  return item ? `${item.name} for ${shown(item.cents)}` : "sold out";
}

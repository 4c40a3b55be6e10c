import catalogue from "./catalogue.json";
import { shown } from "./prices";
import type { Item } from "./types";

/** Whether there are as many as somebody wants. */
export function isThere(item: Item, count: number): boolean {
  return item.stock >= count;
}

/** The cheapest item that is there. */
export function cheapest(): Item | undefined {
  const there = catalogue.filter((item) => item.stock > 0);
  return there.sort((one, other) => one.cents - other.cents)[0];
}

/** The shelf as lines for a label printer. */
export function labels(): string[] {
  return catalogue.map((item) => `${item.name}: ${shown(item.cents)}`);
}

import type { Item, Wish } from "./types";
import { discounted } from "./prices";
import { isThere } from "@/shelf";

/** From this sum on, in cents, a basket is a large one. */
export const LARGE = 2_000;

/** What somebody is about to buy. */
export class Basket {
  private readonly wishes: Wish[] = [];

  /** Add an item, as far as it is there. */
  add(item: Item, count = 1): boolean {
    if (!isThere(item, count)) {
      return false;
    }
    this.wishes.push({ item, count });
    return true;
  }

  /** The sum in cents, with the discount taken off. */
  total(): number {
    return discounted(this.sum());
  }

  private sum(): number {
    return this.wishes.reduce((sum, wish) => sum + wish.item.cents * wish.count, 0);
  }
}

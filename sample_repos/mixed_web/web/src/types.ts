/** What one line of the catalogue says. */
export interface Item {
  name: string;
  cents: number;
  stock: number;
}

/** How many of an item somebody wants. */
export interface Wish {
  item: Item;
  count: number;
}

import { Basket } from "./basket";
import { headline, shown } from "./prices";

/** The page of the shop. */
export default function Page({ basket }: { basket: Basket }) {
  return (
    <main>
      <h1>{headline()}</h1>
      <p>Your basket: {shown(basket.total())}</p>
    </main>
  );
}

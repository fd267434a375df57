import { createBus } from "./bus.js";
import { createCart } from "./cart.js";
import { createMailer } from "./mailer.js";
import { createStock } from "./stock.js";

/** All of it together. `reset` empties the shop's subscriptions. */
export function createShop({ stock, send }) {
  const bus = createBus();
  const shop = { bus, cart: createCart(bus), stock: createStock(bus, stock), mailer: createMailer(bus, send) };
  return {
    ...shop,
    add: (product, count = 1) => bus.emit("cart.added", { product, count }),
    remove: (product) => bus.emit("cart.removed", { product }),
    reset() {
      for (const name of ["cart.added", "cart.removed", "order.placed", "stock.empty"]) bus.removeAll(name);
    },
  };
}

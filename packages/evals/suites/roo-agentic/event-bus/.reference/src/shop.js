import { createBus } from "./bus.js";
import { createCart } from "./cart.js";
import { createMailer } from "./mailer.js";
import { createStock } from "./stock.js";

/** All of it together. */
export function createShop({ stock, send }) {
  const bus = createBus();
  const modules = { cart: createCart(bus), stock: createStock(bus, stock), mailer: createMailer(bus, send) };
  return {
    bus,
    ...modules,
    add: (product, count = 1) => bus.emit("cart.added", { product, count }),
    remove: (product) => bus.emit("cart.removed", { product }),
    close() {
      for (const module of Object.values(modules)) module.close();
    },
  };
}

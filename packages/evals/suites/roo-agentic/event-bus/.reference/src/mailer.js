import { subscribe } from "./subscribe.js";

/** Writes to people. A welcome is sent for the first order alone. */
export function createMailer(bus, send) {
  const endWelcome = bus.once("order.placed", () => send("welcome"));
  const endOthers = subscribe(bus, {
    "order.placed": ({ items }) => send(`ordered: ${Object.keys(items).join(", ")}`),
    "stock.empty": ({ product }) => send(`buy more ${product}`),
  });
  return {
    close() {
      endWelcome();
      endOthers();
    },
  };
}

/** Writes to people. A welcome is sent for the first order alone. */
export function createMailer(bus, send) {
  const welcome = () => {
    send("welcome");
    bus.off("order.placed", welcome);
  };
  bus.on("order.placed", welcome);
  bus.on("order.placed", ({ items }) => send(`ordered: ${Object.keys(items).join(", ")}`));
  bus.on("stock.empty", ({ product }) => send(`buy more ${product}`));
  return {};
}

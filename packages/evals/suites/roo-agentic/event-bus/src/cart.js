/** What a customer is about to buy. */
export function createCart(bus) {
  const items = new Map();
  bus.on("cart.added", ({ product, count }) => items.set(product, (items.get(product) ?? 0) + count));
  bus.on("cart.removed", ({ product }) => items.delete(product));
  bus.on("order.placed", () => items.clear());
  return {
    items: () => Object.fromEntries(items),
    order() {
      bus.emit("order.placed", { items: Object.fromEntries(items) });
    },
  };
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { createShop } from "../src/shop.js";

test("an order empties the cart, lowers the stock and is told by mail", () => {
  const mails = [];
  const shop = createShop({ stock: { tea: 3, cup: 1 }, send: (text) => mails.push(text) });
  shop.add("tea", 2);
  shop.add("cup");
  shop.add("pot");
  shop.remove("pot");
  assert.deepEqual(shop.cart.items(), { tea: 2, cup: 1 });
  shop.cart.order();
  assert.deepEqual(shop.cart.items(), {});
  assert.deepEqual([shop.stock.left("tea"), shop.stock.left("cup")], [1, 0]);
  assert.deepEqual(mails.toSorted(), ["buy more cup", "ordered: tea, cup", "welcome"]);
});

test("only the first order is welcomed", () => {
  const mails = [];
  const shop = createShop({ stock: { tea: 9 }, send: (text) => mails.push(text) });
  for (let i = 0; i < 2; i += 1) {
    shop.add("tea");
    shop.cart.order();
  }
  assert.deepEqual(mails, ["welcome", "ordered: tea", "ordered: tea"]);
});

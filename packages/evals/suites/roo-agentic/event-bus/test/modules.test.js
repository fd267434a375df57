import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createBus } from "../src/bus.js";
import { createCart } from "../src/cart.js";
import { createMailer } from "../src/mailer.js";
import { createShop } from "../src/shop.js";
import { createStock } from "../src/stock.js";

test("a closed cart hears nothing, others do", () => {
  const bus = createBus();
  const [one, other] = [createCart(bus), createCart(bus)];
  bus.emit("cart.added", { product: "tea", count: 1 });
  one.close();
  one.close();
  bus.emit("cart.added", { product: "tea", count: 1 });
  assert.deepEqual([one.items(), other.items()], [{ tea: 1 }, { tea: 2 }]);
});

test("a closed stock stays as it is", () => {
  const bus = createBus();
  const stock = createStock(bus, { tea: 5 });
  bus.emit("order.placed", { items: { tea: 2 } });
  stock.close();
  bus.emit("order.placed", { items: { tea: 2 } });
  assert.equal(stock.left("tea"), 3);
});

test("a closed mailer sends nothing, not even the welcome it still owed", () => {
  const bus = createBus();
  const mails = [];
  const others = [];
  const mailer = createMailer(bus, (text) => mails.push(text));
  createMailer(bus, (text) => others.push(text));
  mailer.close();
  bus.emit("order.placed", { items: { tea: 1 } });
  bus.emit("stock.empty", { product: "tea" });
  assert.deepEqual(mails, []);
  assert.deepEqual(others, ["welcome", "ordered: tea", "buy more tea"]);
});

test("a closed shop leaves foreign subscriptions alone", () => {
  const mails = [];
  const shop = createShop({ stock: { tea: 1 }, send: (text) => mails.push(text) });
  const heard = [];
  shop.bus.on("cart.*", (_payload, name) => heard.push(name));
  shop.close();
  shop.add("tea");
  assert.deepEqual(heard, ["cart.added"]);
  assert.deepEqual(shop.cart.items(), {});
  shop.cart.order();
  assert.deepEqual([mails, shop.stock.left("tea")], [[], 1]);
});

test("nobody mentions removeAll any more", () => {
  const folder = new URL("../src/", import.meta.url);
  for (const file of readdirSync(folder))
    assert.ok(!readFileSync(new URL(file, folder), "utf8").includes("removeAll"), file);
});

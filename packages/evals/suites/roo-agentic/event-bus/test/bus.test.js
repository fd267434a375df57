import assert from "node:assert/strict";
import { test } from "node:test";
import { createBus } from "../src/bus.js";

function recorder() {
  const seen = [];
  return { seen, as: (label) => (payload, name) => seen.push([label, payload, name]) };
}

test("a subscription is given back by what on returns", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  const listener = as("a");
  const first = bus.on("x", listener);
  bus.on("x", listener);
  assert.equal(bus.emit("x", 1), 2);
  first();
  first();
  assert.equal(bus.emit("x", 2), 1);
  assert.deepEqual(
    seen.map(([, payload]) => payload),
    [1, 1, 2],
  );
});

test("once is ended by the first event, or before it", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  bus.once("x", as("once"));
  bus.once("x", as("never"))();
  assert.deepEqual([bus.emit("x", 1), bus.emit("x", 2)], [1, 0]);
  assert.deepEqual(seen, [["once", 1, "x"]]);
});

test("once is over before its listener runs", () => {
  const bus = createBus();
  let count = 0;
  bus.once("x", () => {
    count += 1;
    if (count < 5) bus.emit("x");
  });
  bus.emit("x");
  assert.equal(count, 1);
});

test("names with a star", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  bus.on("order.*", as("order.*"));
  bus.on("*", as("*"));
  bus.on("order.placed", as("exact"));
  for (const name of ["order.placed", "order.item.added", "order", "orders.x", "order."]) bus.emit(name, 0);
  const heard = (label) => seen.filter(([each]) => each === label).map(([, , name]) => name);
  assert.deepEqual(heard("*"), ["order.placed", "order.item.added", "order", "orders.x", "order."]);
  assert.deepEqual(heard("order.*").slice(0, 2), ["order.placed", "order.item.added"]);
  assert.ok(!heard("order.*").includes("order") && !heard("order.*").includes("orders.x"));
  assert.deepEqual(heard("exact"), ["order.placed"]);
});

test("other characters in a name mean nothing", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  bus.on("a.b.*", as("a"));
  assert.deepEqual([bus.emit("axb.c"), bus.emit("a.b.c")], [0, 1]);
  assert.equal(seen.length, 1);
});

test("listeners are called in the order of their subscription", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  bus.on("a.*", as(1));
  bus.on("a.b", as(2));
  bus.once("*", as(3));
  bus.on("a.b", as(4));
  assert.equal(bus.emit("a.b"), 4);
  assert.deepEqual(
    seen.map(([label]) => label),
    [1, 2, 3, 4],
  );
});

test("errors are collected", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  bus.on("x", () => {
    throw new Error("one");
  });
  bus.on("x", as("between"));
  bus.on("x", () => {
    throw new TypeError("two");
  });
  assert.throws(
    () => bus.emit("x"),
    (error) => error instanceof AggregateError && error.errors.map(({ message }) => message).join() === "one,two",
  );
  assert.equal(seen.length, 1);
});

test("changes while an event is given out", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  let end = () => {};
  bus.on("x", () => {
    bus.on("x", as("late"));
    end();
  });
  end = bus.on("x", as("ended"));
  assert.equal(bus.emit("x", 1), 1);
  assert.deepEqual(seen, []);
  bus.emit("x", 2);
  assert.deepEqual(
    seen.map(([label, payload]) => [label, payload]),
    [["late", 2]],
  );
});

test("off ends the oldest of that name and tells whether there was one", () => {
  const bus = createBus();
  const { seen, as } = recorder();
  const listener = as("a");
  bus.on("x", listener);
  bus.on("*", listener);
  bus.once("x", listener);
  assert.equal(bus.off("x", listener), true);
  assert.equal(bus.emit("x"), 2);
  assert.equal(bus.off("x", listener), false);
  assert.equal(bus.off("y", listener), false);
  assert.equal(bus.off("*", listener), true);
  assert.equal(bus.emit("x"), 0);
  assert.equal(seen.length, 2);
});

test("removeAll is gone", () => {
  assert.equal(createBus().removeAll, undefined);
});

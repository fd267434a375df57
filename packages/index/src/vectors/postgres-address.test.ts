import { expect, it } from "vitest";
import { chooseVectors } from "./open-vectors.ts";
import { postgresAddress } from "./postgres-address.ts";

it("separates the password from the URL that is displayed", () => {
  expect(postgresAddress("postgres://me:s%40crit@db.test:5433/code?sslmode=require", { PGPASSWORD: "other" })).toEqual({
    url: "postgres://me@db.test:5433/code?sslmode=require",
    password: "s@crit",
    displayUrl: "postgres://me@db.test:5433/code",
  });
  expect(postgresAddress("postgresql://me@db.test/code?password=s%40crit", {})).toEqual({
    url: "postgresql://me@db.test/code",
    password: "s@crit",
    displayUrl: "postgresql://me@db.test/code",
  });
});

it.each([
  ["postgres://me@h/d", "general"],
  // oxlint-disable-next-line no-template-curly-in-string
  ["postgres://me:${env:OWN}@h/d", "own"],
  // oxlint-disable-next-line no-template-curly-in-string
  ["postgres://me:${OWN}@h/d", "own"],
])("reads the password of %s from the environment", (url, password) => {
  expect(postgresAddress(url, { PGPASSWORD: "general", OWN: "own" })).toMatchObject({
    password,
    url: "postgres://me@h/d",
  });
});

it("names a variable that is missing", () => {
  // oxlint-disable-next-line no-template-curly-in-string
  expect(() => postgresAddress("postgres://me:${env:OWN}@h/d", {})).toThrow("OWN, which is not set");
});

it.each([
  "secret",
  "http://me:secret@h/d",
  "postgres:secret",
  "postgres://me:secret%zz@h/d",
  "postgres://a:secret@:x/",
])("refuses %s without repeating it", (url) => {
  const choose = () => chooseVectors({ store: "pgvector", storeUrl: url }, {});
  expect(choose).toThrow(expect.objectContaining({ code: "store_incomplete" }));
  expect(choose).not.toThrow("secret");
});

it("requires a URL", () => {
  expect(() => chooseVectors({ store: "pgvector" }, {})).toThrow("pgvector needs embeddings.storeUrl");
});

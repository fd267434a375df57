import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { settingsSchema } from "@roo-code/types";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { writeSchemas } from "./schemas.ts";

it("writes schemas for editors, also repeatedly", () => {
  const home = tempFolder(".roo");
  const names = ["settings.schema.json", "modes.schema.json", "mcp.schema.json"];
  const written = names.map((name) => join(home, "schemas", name));
  expect(writeSchemas(home)).toEqual(written);
  expect(writeSchemas(home)).toEqual(written);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

it("describes every setting, and what a mode and a server must have", () => {
  const [settings, modes, servers] = writeSchemas(tempFolder()).map((path): unknown =>
    JSON.parse(readFileSync(path, "utf8")),
  );
  const described = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((key) => [key, expect.objectContaining({ description: expect.any(String) })]),
  );
  expect(settings).toMatchObject({ type: "object", properties: described });
  expect(modes).toMatchObject({ anyOf: [{ required: ["customModes"] }, { required: ["name", "groups"] }] });
  const server = { anyOf: [{ required: ["command"] }, { required: ["type", "url"] }] };
  expect(servers).toMatchObject({ properties: { mcpServers: { additionalProperties: server } } });
});

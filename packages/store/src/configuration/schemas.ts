import { settingsSchema } from "@roo-code/types";
import * as z from "zod";
import { mcpFileSchema } from "./mcp/parse-mcp-server.ts";
import { modesFileSchema } from "./modes/mode-file-schema.ts";

const sources = [
  { name: "settings.schema.json", title: "Roo Code: settings.json", schema: settingsSchema },
  { name: "modes.schema.json", title: "Roo Code: modes", schema: modesFileSchema },
  { name: "mcp.schema.json", title: "Roo Code: MCP servers", schema: mcpFileSchema },
];

/** JSON Schemas of the configuration files, by file name, as text; draft 7, which editors support best. */
export function configurationSchemas(): ReadonlyMap<string, string> {
  return new Map(
    sources.map(({ name, title, schema }) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
      return [name, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`];
    }),
  );
}

import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./fetch-instructions.md";
import createMcpServer from "./instructions/create-mcp-server.md";
import createMode from "./instructions/create-mode.md";
import { looseInput } from "./loose-input.ts";

const texts = { create_mode: createMode, create_mcp_server: createMcpServer } as const;

const input = looseInput(
  { task: z.enum(["create_mode", "create_mcp_server"]) },
  { names: { name: "task", topic: "task" } },
);

export const fetchInstructions = defineTool({
  name: "fetch_instructions",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ task }) {
    return { content: texts[task] };
  },
});

// What the official suite wants to find in a server, as it describes it; our own has other things to offer.
import {
  completable,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { offeredContent, png } from "./test-content.ts";
import { defaultsForm, enumsForm, person } from "./test-forms.ts";
import schema2020 from "./test-schema.json" with { type: "json" };

const text = (content: string) => ({ content: [{ type: "text" as const, text: content }] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

export async function testServer(): Promise<McpServer> {
  const server = new McpServer(
    { name: "test", version: "1" },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true } } },
  );
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  offerContent(server);
  offerTalk(server);
  offerResources(server);
  offerPrompts(server);
  return server;
}

function offerContent(server: McpServer): void {
  for (const [name, content] of Object.entries(offeredContent))
    server.registerTool(name, { description: name }, () => ({ content: [...content] }));
  server.registerTool("test_error_handling", { description: "fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Tool with JSON Schema 2020-12 features", inputSchema: fromJsonSchema(schema2020) },
    () => text("ok"),
  );
  const region = { type: "string", "x-mcp-header": "Region" };
  server.registerTool(
    "test_header",
    { description: "has a header", inputSchema: fromJsonSchema({ type: "object", properties: { region } }) },
    () => text("ok"),
  );
}

/** Tools that say or ask something while they work. */
function offerTalk(server: McpServer): void {
  const logging = async ({ mcpReq }: ServerContext) => {
    for (const step of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", step);
      await pause();
    }
    return text("logged");
  };
  server.registerTool("test_tool_with_logging", { description: "logs" }, logging);
  server.registerTool("test_logging_tool", { description: "logs" }, logging);
  server.registerTool("test_tool_with_progress", { description: "tells progress" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      await pause();
    }
    return text("done");
  });
  server.registerTool("test_reconnection", { description: "cuts its own stream" }, async ({ http }) => {
    http?.closeSSE?.();
    await pause();
    return text("Reconnection test completed successfully.");
  });
  server.registerTool(
    "test_sampling",
    { description: "asks the model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const content = { type: "text" as const, text: prompt };
      const { content: reply } = await mcpReq.requestSampling({
        messages: [{ role: "user", content }],
        maxTokens: 100,
      });
      return text(`LLM response: ${"text" in reply ? reply.text : ""}`);
    },
  );
  server.registerTool(
    "test_elicitation",
    { description: "asks the person", inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema: person });
      return text(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  );
  const forms = { test_elicitation_sep1034_defaults: defaultsForm, test_elicitation_sep1330_enums: enumsForm };
  for (const [name, requestedSchema] of Object.entries(forms))
    server.registerTool(name, { description: "asks the person" }, async ({ mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({ message: "Please say", requestedSchema });
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
    });
  const content = { type: "text" as const, text: "Say something" };
  server.registerTool("test_missing_capability", { description: "asks the model" }, () =>
    inputRequired({
      inputRequests: { said: inputRequired.createMessage({ messages: [{ role: "user", content }], maxTokens: 10 }) },
    }),
  );
  server.registerTool("test_streaming_elicitation", { description: "asks the person" }, () =>
    inputRequired({
      inputRequests: { who: inputRequired.elicit({ message: "Who are you?", requestedSchema: person }) },
    }),
  );
}

function offerResources(server: McpServer): void {
  const about = { description: "for the test" };
  server.registerResource("text", "test://static-text", { ...about, mimeType: "text/plain" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  server.registerResource("binary", "test://static-binary", { ...about, mimeType: "image/png" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: png }],
  }));
  server.registerResource("watched", "test://watched-resource", about, ({ href: uri }) => ({
    contents: [{ uri, text: "watched" }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { ...about, mimeType: "application/json" },
    ({ href: uri }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
    },
  );
}

function offerPrompts(server: McpServer): void {
  const message = (content: string) => ({ role: "user" as const, content: { type: "text" as const, text: content } });
  server.registerPrompt("test_simple_prompt", { description: "simple" }, () => ({
    messages: [message("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "with arguments",
      argsSchema: z.object({
        arg1: completable(z.string(), (begun) => ["paris", "park", "party"].filter((word) => word.startsWith(begun))),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [message(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "with a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." };
      return {
        messages: [
          { role: "user", content: { type: "resource", resource } },
          message("Please process the embedded resource above."),
        ],
      };
    },
  );
  server.registerPrompt("test_prompt_with_image", { description: "with a picture" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
      message("Please analyze the image above."),
    ],
  }));
}

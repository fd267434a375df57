import { format, inspect } from "node:util";
import { chatServer } from "@roo-code/testkit/chat-server";
import { modelRequest } from "@roo-code/testkit/model-request";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { RooClient } from "./roo-client.ts";

const canary = "sk-canary-0123456789";

describe("RooClient", () => {
  it("exposes its provider and model", () => {
    const client = new RooClient({ apiProvider: "openrouter" }, { environment: { OPENROUTER_API_KEY: canary } });
    expect([client.provider, client.model]).toEqual(["openrouter", "anthropic/claude-sonnet-5.5"]);
  });

  it("rejects invalid settings in the constructor", () => {
    expect(() => new RooClient({ apiProvider: "nonsense" })).toThrow(/no provider "nonsense"/);
  });

  it("never shows the key", () => {
    const client = new RooClient({ apiProvider: "deepseek", apiKey: canary }, { environment: {} });
    const shown = [format("%s", client), JSON.stringify(client), inspect(client, { depth: 9, showHidden: true })];
    expect(shown.join()).not.toContain("canary");
  });

  it("sends nothing until the stream is read", async () => {
    const server = await chatServer([{ text: "hi" }]);
    const settings = { apiProvider: "openai-compatible", apiModelId: "m", apiBaseUrl: server.baseUrl };
    const client = new RooClient(settings, { environment: {} });
    await client.prepare();
    const stream = client.createMessage(modelRequest());
    expect(server.connections).toBe(0);
    await stream.getFinalMessage();
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    await client.dispose();
    await client.dispose();
    await server.close();
  });

  it("loads no transport, parser or schema library until it is used", async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [new URL("roo-client.ts", import.meta.url).pathname],
      outdir: "/bundle",
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
    });
    expect(outputFiles.length).toBeGreaterThan(2);
    const outputs = Object.entries(metafile.outputs);
    const entry = outputs.find(([, output]) => output.entryPoint?.endsWith("roo-client.ts"))?.[0] ?? "";
    const loaded = loadedAtOnce(metafile.outputs, entry);
    expect(loaded.inputs).toContainEqual(expect.stringContaining("errors.ts"));
    expect(
      [...new Set([...loaded.inputs, ...loaded.imports])].filter((path) =>
        /zod|eventsource|node:|openai-chat|replay\.ts$|jsonrepair|repair-calls|complete\//.test(path),
      ),
    ).toEqual([expect.stringContaining("catalog/replay.ts")]);
  });
});

type Outputs = Awaited<ReturnType<typeof build<{ metafile: true }>>>["metafile"]["outputs"];

/** What importing one chunk brings in: its own sources and those of the chunks it imports statically. */
function loadedAtOnce(outputs: Outputs, chunk: string): { inputs: string[]; imports: string[] } {
  const output = outputs[chunk];
  if (!output) return { inputs: [], imports: [chunk] };
  const further = output.imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => loadedAtOnce(outputs, path));
  return {
    inputs: [...Object.keys(output.inputs), ...further.flatMap(({ inputs }) => inputs)],
    imports: further.flatMap(({ imports }) => imports),
  };
}

// Runs one small task with the built CLI, against a scripted model on this machine, so that the build contains compiled code: the first start of
// a new user is then as fast as every other. Without it everything works, only slower.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const calls = [
  ["read_file", { path: "notes.txt" }],
  ["write_to_file", { path: "notes.txt", content: "two\n" }],
  ["apply_diff", { path: "notes.txt", diff: "<<<<<<< SEARCH\ntwo\n=======\nthree\n>>>>>>> REPLACE" }],
  ["search_files", { path: ".", regex: "three" }],
  ["execute_command", { command: "cat notes.txt" }],
  ["attempt_completion", { result: "done" }],
];

export async function compileAhead(program, into) {
  const folder = await mkdtemp(join(tmpdir(), "roo-compile-"));
  const model = await scriptedModel();
  try {
    await writeFile(join(folder, "notes.txt"), "one\n");
    const flags = ["--base-url", model.url, "--model", "scripted", "--api-key", "none", "--auto-approve", "all"];
    await promisify(execFile)(process.execPath, [program, "run", "compile", ...flags], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ROO_HOME: join(folder, ".home"), NODE_COMPILE_CACHE: into },
      timeout: 60_000,
    });
  } catch {
    // A machine without some program: what was loaded until then is compiled.
  } finally {
    model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function scriptedModel() {
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const [name, input] = calls[Math.min(turn++, calls.length - 1)];
      const call = {
        index: 0,
        id: `call-${turn}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      };
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const choice of [{ delta: { tool_calls: [call] } }, { delta: {}, finish_reason: "tool_calls" }])
        response.write(`data: ${JSON.stringify({ id: "1", choices: [{ index: 0, ...choice }] })}\n\n`);
      response.end("data: [DONE]\n\n");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

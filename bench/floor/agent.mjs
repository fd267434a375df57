// A minimal agent: only the HTTP, file, process and fdatasync calls.
// node floor/agent.mjs <base url> <workspace> <log file>

// Not imported: that would also load what these modules define lazily.
const { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } =
  process.getBuiltinModule("node:fs");
const { Agent, request } = process.getBuiltinModule("node:http");
const path = process.getBuiltinModule("node:path");

const [url, workspace, logFile] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const log = openSync(logFile, "a");
const messages = [
  { role: "system", content: "x".repeat(2000) },
  { role: "user", content: "read the files" },
];

function record(event) {
  writeSync(log, `${JSON.stringify(event)}\n`);
  fdatasyncSync(log);
}

function sendRequest() {
  const body = JSON.stringify({ model: "floor", stream: true, messages });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/chat/completions`,
      {
        method: "POST",
        agent,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk) => (text += chunk));
        incoming.on("end", () =>
          resolve(
            text
              .split("\n\n")
              .filter((line) => line.startsWith("data: {"))
              .map((line) => JSON.parse(line.slice(6))),
          ),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const tools = {
  read_file: (input) => readFileSync(path.join(workspace, input.path), "utf8"),
  search_and_replace(input) {
    const file = path.join(workspace, input.path);
    writeFileSync(`${file}.new`, readFileSync(file, "utf8").replace(input.old_string, input.new_string));
    renameSync(`${file}.new`, file);
    return "edited";
  },
  execute_command: ({ command }) =>
    new Promise((resolve, reject) => {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const child = spawn("/bin/sh", ["-c", command], { cwd: workspace, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      child.on("error", reject);
      child.on("close", () => resolve(output));
    }),
};

record({ type: "start" });
for (;;) {
  const chunks = await sendRequest();
  const delta = chunks[0].choices[0].delta;
  record({ type: "reply", delta });
  if (!delta.tool_calls) break;
  const [call] = delta.tool_calls;
  const content = await tools[call.function.name](JSON.parse(call.function.arguments));
  messages.push({ role: "assistant", tool_calls: delta.tool_calls }, { role: "tool", tool_call_id: call.id, content });
  record({ type: "result", content });
}
closeSync(log);
agent.destroy();

// `pnpm bench <name>`: each prints its figures beside their reference, measured in the same run.
const benches = {
  budget: "the rows that no change may make worse, beside the floor: start, turns, memory, servers",
  startup: "how long until roo answers, and until its first request leaves",
  turn: "what the agent adds to each turn",
  log: "durable appends and replay of the event log",
  memory: "a task of a thousand turns",
  stream: "ten megabytes of deltas in every wire format",
  tools: "edits, reading, commands, browser, code index (all, or those you name)",
  history: "list and search over a thousand tasks",
  context: "what three condensations keep, how stable requests are, what measuring costs",
  snapshots: "saving 100,000 files for undo, beside bare git",
  policy: "verdicts on commands: how fast, how bounded, and against real bash",
  sandbox: "a sandboxed command, and 32 agents at once, beside bare bwrap",
  ipc: "commands and events over a socket, beside a bare echo",
  server:
    "idle and busy sessions, clients that do not read, a start with a thousand tasks, requests beside bare Fastify",
  evals: "a thousand trials of an agent that is made up: counts, overhead, trials per minute",
  mcp: "a call, a start and an idle server, beside the bare SDK",
  web: "the workbench in a browser: bytes, a long task, keys while it streams, memory",
  crash: "five tasks killed at every event, resumed each time",
};

const [name, ...rest] = process.argv.slice(2);
const chosen = name === "all" ? Object.keys(benches) : [name];
if (!chosen.every((bench) => bench in benches)) {
  console.error(
    `pnpm bench <name>, or all:\n${Object.entries(benches)
      .map(([bench, about]) => `  ${bench.padEnd(8)} ${about}`)
      .join("\n")}`,
  );
  process.exit(2);
}
for (const bench of chosen) {
  const { run } = await import(`./${bench}.ts`);
  await run(rest);
}

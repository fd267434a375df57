/** The proxy's port inside. Any port works: the command has its own loopback interface. */
const relayPort = 3128;

/**
 * Runs inside the sandbox as a standalone program without imports of ours: listens where programs expect a proxy, forwards to
 * the unix socket that leads outside, starts the command when it is ready, and exits with it.
 */
const relay = `const net = require("node:net"), { spawn } = require("node:child_process");
const [socket, port, program, ...rest] = process.argv.slice(1);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
const server = net.createServer({ allowHalfOpen: true }, (inner) => {
  const outer = net.connect({ path: socket, allowHalfOpen: true });
  inner.pipe(outer).pipe(inner);
  inner.on("error", () => outer.destroy());
  outer.on("error", () => inner.destroy());
});
server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program, rest, { stdio: "inherit" });
  child.on("error", () => process.exit(126));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + require("node:os").constants.signals[signal]));
});`;

export function relayCommand(node: string, socket: string): readonly string[] {
  return [node, "-e", relay, socket, String(relayPort)];
}

export function proxyEnvironment(port = relayPort): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${port}`;
  const local = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: http,
    HTTPS_PROXY: http,
    http_proxy: http,
    https_proxy: http,
    ALL_PROXY: `socks5h://127.0.0.1:${port}`,
    all_proxy: `socks5h://127.0.0.1:${port}`,
    NO_PROXY: local,
    no_proxy: local,
    // Without this, Node's own requests ignore the other variables.
    NODE_USE_ENV_PROXY: "1",
  };
}

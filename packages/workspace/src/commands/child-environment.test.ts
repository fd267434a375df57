import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { childEnvironment, terminalEnvironment } from "./child-environment.ts";

it("passes on what commands need and sets what keeps them from waiting or paging", () => {
  const environment = { PATH: "/bin", HOME: "/home/me", LC_ALL: "de_DE.UTF-8", TERM: "xterm", npm_config_cache: "/c" };
  expect(childEnvironment({ ...environment, EDITOR: "vim", VISUAL: "vim", PAGER: "less" })).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    LC_ALL: "de_DE.UTF-8",
    LANG: "C.UTF-8",
    npm_config_cache: "/c",
    TERM: "dumb",
    ROO_ACTIVE: "true",
    PAGER: "cat",
    GIT_PAGER: "cat",
    MANPAGER: "cat",
    SYSTEMD_PAGER: "cat",
    EDITOR: "true",
    VISUAL: "true",
    GIT_EDITOR: "true",
    SSH_ASKPASS_REQUIRE: "never",
    GCM_INTERACTIVE: "never",
    DEBIAN_FRONTEND: "noninteractive",
    APT_LISTCHANGES_FRONTEND: "none",
    npm_config_update_notifier: "false",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PYTHONUNBUFFERED: "1",
    GIT_TERMINAL_PROMPT: "0",
    PIP_NO_INPUT: "1",
    COMPOSER_NO_INTERACTION: "1",
    npm_config_progress: "false",
  });
});

it("lets a command in a terminal prompt, but open neither pager nor editor", () => {
  const environment = terminalEnvironment(childEnvironment({ PATH: "/bin" }));
  expect(environment).toMatchObject({ PATH: "/bin", TERM: "xterm", PAGER: "cat", EDITOR: "true" });
  expect(Object.keys(environment)).not.toContain("GIT_TERMINAL_PROMPT");
});

it("removes every secret, whatever its name", async () => {
  const canary = "canary-7d1f";
  const environment = {
    PATH: process.env.PATH,
    ANTHROPIC_API_KEY: canary,
    OPENAI_API_KEY: canary,
    DATABASE_URL: `postgres://${canary}`,
    JWT_SECRET: canary,
    GITHUB_TOKEN: canary,
    AWS_SECRET_ACCESS_KEY: canary,
    SSH_AUTH_SOCK: canary,
    BASH_ENV: canary,
    LD_PRELOAD: canary,
    npm_config__auth: canary,
    "npm_config_//registry.example/:_authToken": canary,
    npm_config_registry: `https://me:${canary}@registry.example`,
    HTTPS_PROXY: `http://me:${canary}@proxy.example`,
  };
  await using temp = createTempWorkspace({}, { environment });
  const outcome = await temp.workspace.execute({
    command: "env; cat /proc/self/environ",
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    maxOutputBytes: 100_000,
    onOutput: () => undefined,
  });
  expect(outcome.output).toContain("PATH=");
  expect(outcome.output).not.toContain(canary);
});

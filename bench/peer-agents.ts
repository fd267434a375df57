import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AgentRun, type BenchAgent, editOf } from "./budget-agents.ts";
import type { TurnKind } from "./budget-tasks.ts";
import { messagesReply, responsesReply, type ScriptedCall } from "./model-replies.ts";

export interface Peer extends BenchAgent {
  /** The package on npm. */
  readonly npmPackage: string;
  readonly version: string;
}

/** Goose is not on npm. `folder`: where they are installed. */
export function peers(folder: string): readonly Peer[] {
  const program = (name: string, command: string) => join(folder, name, "node_modules", ".bin", command);
  return [
    {
      name: "pi",
      npmPackage: "@mariozechner/pi-coding-agent",
      version: "0.73.1",
      call: (kind, index) =>
        callFor(kind, {
          read: { name: "read", input: { path: `file-${index}.txt` } },
          shell: { name: "bash", input: { command: `echo step ${index}` } },
          edit: { name: "edit", input: { path: `file-${index}.txt`, edits: [piEdit(index)] } },
        }),
      start(run) {
        const provider = {
          baseUrl: run.url,
          api: "openai-completions",
          apiKey: "not-a-real-key",
          models: [{ id: "scripted" }],
        };
        writeIn(run.home, ".pi/agent/models.json", JSON.stringify({ providers: { scripted: provider } }));
        return {
          program: program("pi", "pi"),
          args: ["--print", "--provider", "scripted", "--model", "scripted", "work"],
          env: { ...offline(run), PI_OFFLINE: "1" },
        };
      },
    },
    {
      name: "codex",
      npmPackage: "@openai/codex",
      version: "0.169.0",
      format: responsesReply,
      // It has no tool that reads a file, and edits with a command that it recognises.
      call: (kind, index) => {
        const commands = { read: `cat file-${index}.txt`, shell: `echo step ${index}`, edit: codexEdit(index) };
        return { name: "exec_command", input: { cmd: commands[kind], login: false } };
      },
      start(run) {
        const provider = `name = "scripted"\nbase_url = "${run.url}"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`;
        const settings = 'model = "scripted"\nmodel_provider = "scripted"\napproval_policy = "never"\n';
        writeIn(run.home, ".codex/config.toml", `${settings}[model_providers.scripted]\n${provider}\n`);
        return {
          program: program("codex", "codex"),
          args: ["exec", "--skip-git-repo-check", "--sandbox", "workspace-write", "work"],
          env: { ...offline(run), SCRIPTED_KEY: "not-a-real-key" },
        };
      },
    },
    {
      name: "Claude Code",
      npmPackage: "@anthropic-ai/claude-code",
      version: "2.1.327",
      format: messagesReply,
      call: (kind, index, workspace) => {
        const [old_string, new_string] = editOf(index);
        const file_path = join(workspace, `file-${index}.txt`);
        return callFor(kind, {
          read: { name: "Read", input: { file_path } },
          shell: { name: "Bash", input: { command: `echo step ${index}`, description: "Prints a step" } },
          edit: { name: "Edit", input: { file_path, old_string, new_string } },
        });
      },
      start: (run) => ({
        program: program("Claude Code", "claude"),
        args: ["--print", "--dangerously-skip-permissions", "work"],
        env: {
          ...offline(run),
          ANTHROPIC_BASE_URL: dirname(run.url),
          ANTHROPIC_API_KEY: "not-a-real-key",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
          DISABLE_AUTOUPDATER: "1",
          // Otherwise it refuses to run as root without asking.
          IS_SANDBOX: "1",
        },
      }),
    },
  ];
}

function callFor(kind: TurnKind, calls: Readonly<Record<TurnKind, ScriptedCall>>): ScriptedCall {
  return calls[kind];
}

function piEdit(index: number): object {
  const [oldText, newText] = editOf(index);
  return { oldText, newText };
}

function codexEdit(index: number): string {
  const [oldText, newText] = editOf(index);
  const change = `-${oldText}+${newText}`;
  return `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: file-${index}.txt\n@@\n${change}*** End Patch\nEOF\n`;
}

/** Only the scripted model is reachable: everything else goes to a proxy that does not exist. */
function offline({ home }: AgentRun): NodeJS.ProcessEnv {
  const proxy = "http://127.0.0.1:9";
  return {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: join(dirname(home), "tmp"),
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: "127.0.0.1",
    CI: "1",
  };
}

function writeIn(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

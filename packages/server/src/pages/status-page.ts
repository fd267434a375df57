import type { Host, Inventory, InventoryItem } from "@roo-code/host";
import type { TaskSummary } from "@roo-code/types";

const shownTasks = 100;

interface Status {
  readonly version: string;
  readonly tasks: readonly TaskSummary[];
  readonly inventory: Inventory;
}

export function statusPage({ version, tasks, inventory }: Status): string {
  const rows = tasks.slice(0, shownTasks).map(row).join("");
  const list = rows
    ? `<table><thead><tr><th>Task</th><th>Status</th><th>Updated</th></tr></thead><tbody>${rows}</tbody></table>`
    : "<p>No tasks yet. Start one in a terminal:</p><pre>roo run &quot;explain this project&quot;</pre><p>or, without a key:</p><pre>roo demo</pre>";
  const count =
    tasks.length > shownTasks ? `<p class="quiet">Showing the newest ${shownTasks} of ${tasks.length}.</p>` : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Roo Code</title><style>${style}</style></head>
<body><main><header><h1>Roo Code</h1><p class="quiet">version ${escape(version)} · running</p></header>${list}${count}${configured(inventory)}</main></body>
</html>
`;
}

/** What users configured themselves, and problems with it. */
function configured({ configuration, notices, ...kinds }: Inventory): string {
  const own = [
    line("Modes", kinds.modes),
    line("Rules", kinds.rules),
    line("Commands", kinds.commands),
    line("Skills", kinds.skills),
    line("MCP servers", kinds.mcpServers),
    line("Hooks", kinds.hooks),
    line("Custom tools", kinds.customTools),
  ].join("");
  const problems = notices.map(({ message }) => `<li>${escape(message)}</li>`).join("");
  return `<section><h2>Configuration</h2><p class="quiet">${escape(configuration.workspace)}${configuration.isTrusted ? "" : " · not trusted"}</p>${own ? `<dl>${own}</dl>` : '<p class="quiet">Nothing configured. <code>roo init</code> creates a .roo folder.</p>'}${problems ? `<ul class="problems">${problems}</ul>` : ""}</section>`;
}

function line(title: string, items: readonly InventoryItem[]): string {
  const own = items.filter(({ origin }) => origin !== "builtin");
  if (own.length === 0) return "";
  const names = own.map(({ name, source }) => `<code title="${escape(source ?? "")}">${escape(name)}</code>`);
  return `<dt>${title}</dt><dd>${names.join(" ")}</dd>`;
}

function row({ taskId, title, cwd, status, updatedAt }: TaskSummary): string {
  const when = updatedAt.slice(0, 16).replace("T", " ");
  return `<tr><td><strong>${escape(title) || "(no title)"}</strong><span class="quiet">${escape(cwd)}</span><code>${escape(taskId)}</code></td><td><span class="status ${escape(status)}">${escape(status)}</span></td><td class="quiet">${escape(when)}</td></tr>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --quiet: light-dark(#5c6370, #9aa3b2); --line: light-dark(#e3e6ea, #2c313a); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #16181d); color: light-dark(#1c1f26, #e6e8ec); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
header { margin-bottom: 1.5rem; }
header p { margin: 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: .875rem; color: var(--quiet); font-weight: 500; }
th, td { padding: .6rem .5rem .6rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td strong, td span.quiet, td code { display: block; overflow-wrap: anywhere; }
td strong { font-weight: 600; }
td code { font-size: .75rem; color: var(--quiet); }
.status { white-space: nowrap; font-size: .875rem; padding: .1rem .5rem; border-radius: 1rem; border: 1px solid var(--line); }
.completed { color: light-dark(#1a7f37, #57c785); } .failed, .damaged { color: light-dark(#b42318, #f2857b); } .running { color: light-dark(#1f5fbf, #7db1ff); }
section { margin-top: 2.5rem; }
h2 { font-size: 1.1rem; margin: 0; }
section p { margin: .1rem 0 .75rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
dd code { font-size: .85rem; padding: .05rem .35rem; border: 1px solid var(--line); border-radius: .3rem; }
.problems { padding-left: 1.1rem; color: light-dark(#8a5a00, #e5b567); font-size: .875rem; overflow-wrap: anywhere; }
pre { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; }
@media (max-width: 40rem) { td:last-child, th:last-child { display: none; } main { padding: 1rem .75rem; } }
`;

/** The current configuration of a folder, reloaded within a second of a change. */
export class LiveConfiguration {
  #newest: Inventory;
  #stop: () => void = () => {};

  private constructor(first: Inventory) {
    this.#newest = first;
  }

  static async follow(host: Host, folder: string): Promise<LiveConfiguration> {
    const live = new LiveConfiguration(await host.inventory(await host.configure(folder)));
    live.#stop = await host.follow(folder, (configuration) => {
      void host.inventory(configuration).then((inventory) => {
        live.#newest = inventory;
      });
    });
    return live;
  }

  get newest(): Inventory {
    return this.#newest;
  }

  stop(): void {
    this.#stop();
  }
}

import type { TaskSummary } from "@roo-code/types";

const shownTasks = 100;

export function statusPage({ version, tasks }: { version: string; tasks: readonly TaskSummary[] }): string {
  const rows = tasks.slice(0, shownTasks).map(row).join("");
  const list = rows
    ? `<table><thead><tr><th>Task</th><th>Status</th><th>Last change</th></tr></thead><tbody>${rows}</tbody></table>`
    : "<p>No tasks yet. Begin one in a terminal:</p><pre>roo run &quot;explain this project&quot;</pre><p>or, without a key:</p><pre>roo demo</pre>";
  const count = tasks.length > shownTasks ? `<p class="quiet">The newest ${shownTasks} of ${tasks.length}.</p>` : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Roo Code</title><style>${style}</style></head>
<body><main><header><h1>Roo Code</h1><p class="quiet">version ${escape(version)} · running</p></header>${list}${count}</main></body>
</html>
`;
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
pre { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; }
@media (max-width: 40rem) { td:last-child, th:last-child { display: none; } main { padding: 1rem .75rem; } }
`;

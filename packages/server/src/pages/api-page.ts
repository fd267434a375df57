import type { Content, DescribedOperation, OpenApiDocument } from "../http/openapi.ts";

/** The OpenAPI document as one HTML page without scripts or external resources. */
export function apiPage({ info, tags, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section id="${name}"><h2>${escape(name)} <small>${escape(description)}</small></h2>${own.map(row).join("")}</section>`;
  });
  const links = tags.map(({ name }) => `<a href="#${name}">${escape(name)}</a>`).join(" ");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(info.title)} API</title><style>${style}</style></head>
<body><main><h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1>
<p>The same as OpenAPI 3.1: <a href="/openapi.json">openapi.json</a>. Requests carry <code>Authorization: Bearer TOKEN</code>; a POST may carry an <code>Idempotency-Key</code>. Events of tasks arrive over the WebSocket at <code>/api/v1/ws</code>.</p>
<nav>${links}</nav>${sections.join("")}</main></body>
</html>
`;
}

function row({ path, method, operation }: { path: string; method: string; operation: DescribedOperation }): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const shown = path.replaceAll(/\{(\w+)\}/g, (name) => `<i>${name}</i>`);
  const table = parameters.map(
    ({ name, in: location, required, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(location)}${required ? "" : ", optional"}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<details id="${escape(operationId)}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${shown}</code> <span>${escape(summary)}</span></summary>
<p>${escape(description).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>
${table.length > 0 ? `<table>${table.join("")}</table>` : ""}
${requestBody ? block("Body", requestBody) : ""}
${Object.entries(responses)
  .filter(([status]) => status !== "default")
  .map(([status, content]) => block(`Response ${status}`, content))
  .join("")}</details>`;
}

function block(title: string, { content = {} }: Content): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<h4>${title} <small>${escape(type)}</small></h4><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join("");
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --quiet: light-dark(#5c6370, #9aa3b2); --line: light-dark(#e3e6ea, #2c313a); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #16181d); color: light-dark(#1c1f26, #e6e8ec); }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem; }
small, summary span { color: var(--quiet); font-weight: 400; font-size: .875rem; }
nav { display: flex; flex-wrap: wrap; gap: .75rem; padding: .5rem 0; }
a { color: light-dark(#1f5fbf, #7db1ff); }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
b { display: inline-block; min-width: 4.2rem; font-size: .8rem; }
.get { color: light-dark(#1a7f37, #57c785); } .post { color: light-dark(#1f5fbf, #7db1ff); } .delete { color: light-dark(#b42318, #f2857b); } .put, .patch { color: light-dark(#8a5a00, #e5b567); }
table { border-collapse: collapse; font-size: .875rem; } td { padding: .15rem .75rem .15rem 0; vertical-align: top; overflow-wrap: anywhere; }
pre { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; overflow: auto; max-height: 24rem; font-size: .8rem; }
h4 { margin: .6rem 0 .2rem; }
`;

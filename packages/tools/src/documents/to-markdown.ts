import Turndown from "turndown";

/** HTML as Markdown to be read, not to be rendered again: nothing is escaped, and a table's cells stand side by side. */
export function toMarkdown(html: string): string {
  const service = new Turndown({ headingStyle: "atx", bulletListMarker: "-", emDelimiter: "*" });
  service.escape = (text) => text;
  service.addRule("picture", { filter: "img", replacement: () => "" });
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content) => ` ${content.trim().replaceAll(/\s*\n\s*/g, " ")} |`,
  });
  service.addRule("row", { filter: "tr", replacement: (content) => `|${content}\n` });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service.turndown(html);
}

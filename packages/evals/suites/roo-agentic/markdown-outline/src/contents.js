import { outline } from "./outline.js";

/** The table of contents as Markdown. */
export function renderContents(text) {
  return renderLevel(outline(text), 0).join("\n");
}

function renderLevel(nodes, depth) {
  return nodes.flatMap((node) => [
    `${"  ".repeat(depth)}- [${node.text}](#${node.slug})`,
    ...renderLevel(node.children, depth + 1),
  ]);
}

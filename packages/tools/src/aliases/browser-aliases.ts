import type { BrowserAction, NamedCall } from "@roo-code/types";
import { type Alias, aliasFor, type Input, renameParameters, toNumber } from "./alias.ts";

function openPage(input: Input): NamedCall {
  const { url } = renameParameters(input, { url: ["url", "urls", "uri", "address", "href", "link"] });
  const first: unknown = Array.isArray(url) ? url[0] : url;
  return { name: "browser_action", input: { action: "launch", url: first } };
}

/** For browser APIs that have one tool per action. */
function browserTool(action: BrowserAction["action"]): Alias {
  return (input) => {
    const { handle, x, y, width, height, ...request } = renameParameters(input, parameters);
    const coordinate = pair(x, y, ",");
    const size = pair(width, height, "x");
    return {
      name: "browser_action",
      input: {
        ...request,
        action,
        // Next to a handle, `element` is a description for people.
        ...(handle !== undefined && { element: handle }),
        ...(coordinate !== undefined && { coordinate }),
        ...(size !== undefined && { size }),
      },
    };
  };
}

const parameters = {
  handle: ["ref", "uid", "handle", "elementid"],
  coordinate: ["coordinate", "coordinates"],
  text: ["text", "value", "key"],
  x: ["x"],
  y: ["y"],
  width: ["width"],
  height: ["height"],
};

function pair(left: unknown, right: unknown, between: string): string | undefined {
  const numbers = [toNumber(left), toNumber(right)];
  return numbers.includes(undefined) ? undefined : numbers.join(between);
}

export const browserAliases: readonly (readonly [string, Alias])[] = [
  ...aliasFor(
    "browser_navigate browser_open browser_goto navigate open_url open_browser open_simple_browser visit_page browse web_fetch webfetch fetch_url fetch_webpage read_url navigate_page new_page",
    openPage,
  ),
  ...aliasFor("browser_click", browserTool("click")),
  ...aliasFor("browser_hover", browserTool("hover")),
  ...aliasFor("browser_type browser_fill browser_input", browserTool("type")),
  ...aliasFor("browser_press_key browser_press", browserTool("press")),
  ...aliasFor("browser_take_screenshot browser_screenshot take_screenshot screenshot", browserTool("screenshot")),
  ...aliasFor("browser_snapshot take_snapshot browser_view", browserTool("snapshot")),
  ...aliasFor("browser_navigate_back browser_back", browserTool("back")),
  ...aliasFor("browser_scroll", browserTool("scroll")),
  ...aliasFor("browser_resize resize_page", browserTool("resize")),
  ...aliasFor("browser_close close_browser", browserTool("close")),
];

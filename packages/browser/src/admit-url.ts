import { ToolFailure } from "@roo-code/types";

/** Only what comes over the network, where the guard sees it; and the empty page. */
export function admitUrl(text: string): URL {
  const url = URL.parse(text.trim());
  if (!url)
    throw new ToolFailure(
      "invalid_url",
      `"${text.slice(0, 100)}" is no URL. Write it whole, such as http://localhost:3000/.`,
    );
  if (url.protocol === "http:" || url.protocol === "https:" || url.href === "about:blank") return url;
  const advice =
    url.protocol === "file:"
      ? "Serve the folder, for example with `npx --yes serve` or `python3 -m http.server` in the background, and open it on localhost."
      : "Open an http or https address.";
  throw new ToolFailure("address_refused", `The browser does not open ${url.protocol} addresses. ${advice}`);
}

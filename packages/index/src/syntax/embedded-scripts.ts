const scripts = /<script\b[^>]*>([^]*?)<\/script\s*>/gi;

/** A component file with everything but its scripts blanked out: what is left keeps its place. */
export function embeddedScripts(content: string): string {
  let text = "";
  for (const match of content.matchAll(scripts)) {
    const [whole, code = ""] = match;
    const start = match.index + whole.indexOf(">") + 1;
    text += blank(content.slice(text.length, start)) + code;
  }
  return text + blank(content.slice(text.length));
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}

import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { classHighlighter, highlightCode } from "@lezer/highlight";

export interface Token {
  readonly text: string;
  /** Such as `tok-keyword`; the colours are in app.css. */
  readonly className: string;
}

/** Lines of tokens; undefined for an unknown language. */
export async function highlight(code: string, hint: string): Promise<Token[][] | undefined> {
  const language =
    LanguageDescription.matchFilename(languages, hint) ?? LanguageDescription.matchLanguageName(languages, hint);
  if (!language) return undefined;
  const { parser } = (await language.load()).language;
  const lines: Token[][] = [[]];
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, className) => lines.at(-1)?.push({ text, className }),
    () => lines.push([]),
  );
  return lines;
}

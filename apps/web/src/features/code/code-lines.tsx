import { Visible } from "../../ui/visible.tsx";
import type { Token } from "./highlight.ts";

export function CodeLine({ tokens, text }: { readonly tokens: readonly Token[] | undefined; readonly text: string }) {
  if (!tokens) return <Visible text={text} />;
  return tokens.map((token, index) =>
    token.className ? (
      <span key={index} className={token.className}>
        <Visible text={token.text} />
      </span>
    ) : (
      <Visible key={index} text={token.text} />
    ),
  );
}

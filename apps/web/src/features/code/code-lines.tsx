import { Fragment } from "react";
import type { Token } from "./highlight.ts";

export function CodeLine({ tokens, text }: { readonly tokens: readonly Token[] | undefined; readonly text: string }) {
  if (!tokens) return text;
  return tokens.map((token, index) =>
    token.className ? (
      <span key={index} className={token.className}>
        {token.text}
      </span>
    ) : (
      <Fragment key={index}>{token.text}</Fragment>
    ),
  );
}

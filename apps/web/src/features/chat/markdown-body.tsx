import type { ComponentProps, ReactNode } from "react";
import { Streamdown } from "streamdown";
import { CodeBlock } from "../code/code-block.tsx";
import type { MarkdownProps } from "./markdown.tsx";

export default function MarkdownBody({ text, isStreaming }: MarkdownProps) {
  return (
    <Streamdown
      className="prose-chat"
      mode={isStreaming ? "streaming" : "static"}
      controls={false}
      linkSafety={{ enabled: false }}
      components={components}
    >
      {text}
    </Streamdown>
  );
}

const components = { code: Code, pre: Plain, a: Anchor, table: Table, img: Image };

/** A block has a language class or spans several lines; everything else is inline code. */
function Code({ className, children, node }: ComponentProps<"code"> & { node?: unknown }) {
  const code = textOf(children);
  const isBlock = className?.startsWith("language-") || code.includes("\n") || isMultiline(node);
  if (!isBlock) return <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{children}</code>;
  return <CodeBlock code={code.replace(/\n$/, "")} language={/language-([\w+#-]+)/.exec(className ?? "")?.[1]} />;
}

function Plain({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}

function Anchor({ href, children }: ComponentProps<"a">) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent-text underline underline-offset-2">
      {children}
    </a>
  );
}

function Table({ children }: ComponentProps<"table">) {
  return (
    <div tabIndex={0} role="region" aria-label="Table" className="my-3 overflow-x-auto rounded-lg border">
      <table className="w-full text-sm">{children}</table>
    </div>
  );
}

/** Remote images are not loaded: the request would reveal what is read here. */
function Image({ src, alt }: ComponentProps<"img">) {
  if (typeof src === "string" && src.startsWith("data:image/"))
    return <img src={src} alt={alt ?? ""} className="max-h-96 rounded-lg" />;
  return <span className="text-ink-3">[image: {alt || String(src)}]</span>;
}

function textOf(children: ReactNode): string {
  if (typeof children === "string") return children;
  return Array.isArray(children) ? children.map(textOf).join("") : "";
}

function isMultiline(node: unknown): boolean {
  if (typeof node !== "object" || node === null || !("position" in node)) return false;
  const { position } = node;
  if (typeof position !== "object" || position === null || !("start" in position) || !("end" in position)) return false;
  return lineOf(position.start) !== lineOf(position.end);
}

function lineOf(point: unknown): unknown {
  return typeof point === "object" && point !== null && "line" in point ? point.line : undefined;
}

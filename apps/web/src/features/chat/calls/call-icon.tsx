import {
  Blocks,
  CircleCheck,
  FileText,
  GitBranch,
  Globe,
  ListTodo,
  MessageCircleQuestion,
  Pencil,
  Search,
  Shuffle,
  SquareTerminal,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import type { CallKind } from "./describe-call.ts";

const icons: Record<CallKind, ReactNode> = {
  read: <FileText />,
  edit: <Pencil />,
  command: <SquareTerminal />,
  search: <Search />,
  browser: <Globe />,
  mcp: <Blocks />,
  subtask: <GitBranch />,
  question: <MessageCircleQuestion />,
  completion: <CircleCheck />,
  todos: <ListTodo />,
  mode: <Shuffle />,
  other: <Wrench />,
};

export function CallIcon({ kind }: { readonly kind: CallKind }) {
  return (
    <span aria-hidden className="text-ink-3 [&_svg]:size-4">
      {icons[kind]}
    </span>
  );
}

import { type ApprovalRule, approvalRuleSchema } from "@roo-code/types";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";

const actions = [
  { value: "allow", label: "Allow" },
  { value: "ask", label: "Ask" },
  { value: "deny", label: "Deny" },
] as const;

const layers = [
  { value: "local", label: "In this project" },
  { value: "user", label: "Everywhere" },
] as const;

const subjects = {
  command: {
    label: "A command",
    hint: "The command's first words, such as git log; a trailing * matches anything after.",
  },
  path: { label: "A path", hint: "A glob, such as docs/**." },
  host: { label: "A host", hint: "example.org, or *.example.org for subdomains." },
  tool: { label: "A tool", hint: "A tool name, or server/tool for MCP; * is a wildcard." },
} as const;
type Subject = keyof typeof subjects;

interface AddRuleProps {
  readonly onAdd: (rule: ApprovalRule, layer: "local" | "user") => void;
  readonly onClose: () => void;
}

export function AddRule({ onAdd, onClose }: AddRuleProps) {
  const [action, setAction] = useState<ApprovalRule["action"]>("allow");
  const [subject, setSubject] = useState<Subject>("command");
  const [value, setValue] = useState("");
  const [layer, setLayer] = useState<"local" | "user">("local");
  const rule = approvalRuleSchema.safeParse({ action, [subject]: value.trim() || undefined });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New rule"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!rule.success} onClick={() => rule.data && onAdd(rule.data, layer)}>
            Add
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented label="Action" value={action} options={actions} onChange={setAction} />
        <Segmented label="Where" value={layer} options={layers} onChange={setLayer} />
        <Field label="About">
          {(field) => (
            <NativeSelect {...field} value={subject} onChange={({ target }) => setSubject(subjectOf(target.value))}>
              {Object.entries(subjects).map(([id, { label }]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Pattern" hint={subjects[subject].hint}>
          {(field) => (
            <Input
              {...field}
              autoFocus
              className="font-mono"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

function subjectOf(text: string): Subject {
  return text === "path" || text === "host" || text === "tool" ? text : "command";
}

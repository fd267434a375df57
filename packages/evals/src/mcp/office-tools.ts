import * as z from "zod";
import type { Office } from "./office.ts";
import { initialOffice } from "./office.ts";
import type { OfficeCall } from "./office-intents.ts";

export interface OfficeTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Changes the office and returns the result as text. Throws an `Error` with the reason if that is impossible. */
  run(office: Office, input: Readonly<Record<string, unknown>>): string;
}

/** Validates the input and passes it on with its type. */
function tool<Input extends z.ZodObject>(
  name: string,
  description: string,
  input: Input,
  run: (office: Office, input: z.infer<Input>) => string,
): OfficeTool {
  return { name, description, input, run: (office, args) => run(office, input.parse(args)) };
}

const text = z.string();
const day = z.enum(["monday", "tuesday", "wednesday", "thursday", "friday"]);
const time = z.string().regex(/^\d\d:\d\d$/);

export const officeTools: readonly OfficeTool[] = [
  tool(
    "list_events",
    "Events of the calendar with their ids, all or of one day.",
    z.object({ day: day.optional() }),
    (office, input) => formatRows(office.events.filter((event) => input.day === undefined || event.day === input.day)),
  ),
  tool("add_event", "Puts an event into the calendar.", z.object({ title: text, day, time }), (office, input) => {
    const id = `e${nextNumber(office.events)}`;
    office.events.push({ id, ...input });
    return id;
  }),
  tool(
    "move_event",
    "Moves an event, by its id, to another day and time.",
    z.object({ id: text, day, time }),
    (office, input) => {
      Object.assign(findRow(office.events, "id", input.id), input);
      return "done";
    },
  ),
  tool("cancel_event", "Takes an event, by its id, out of the calendar.", z.object({ id: text }), (office, input) => {
    const event = findRow(office.events, "id", input.id);
    office.events = office.events.filter((other) => other !== event);
    return "done";
  }),
  tool("find_contact", "A contact by a part of the name.", z.object({ name: text }), (office, input) =>
    formatRows(office.contacts.filter(({ name }) => name.toLowerCase().includes(input.name.toLowerCase()))),
  ),
  tool("add_contact", "Adds a contact.", z.object({ name: text, email: text }), (office, input) => {
    office.contacts.push(input);
    return "done";
  }),
  tool(
    "update_contact",
    "Changes the address of a contact, by the whole name.",
    z.object({ name: text, email: text }),
    (office, input) => {
      Object.assign(findRow(office.contacts, "name", input.name), input);
      return "done";
    },
  ),
  tool("search_notes", "Notes, with their ids, that hold a word.", z.object({ word: text }), (office, input) =>
    formatRows(
      office.notes.filter((note) => `${note.title} ${note.text}`.toLowerCase().includes(input.word.toLowerCase())),
    ),
  ),
  tool("add_note", "Writes a new note.", z.object({ title: text, text }), (office, input) => {
    const id = `n${nextNumber(office.notes)}`;
    office.notes.push({ id, ...input });
    return id;
  }),
  tool("append_note", "Adds a sentence to a note, by its id.", z.object({ id: text, text }), (office, input) => {
    const note = findRow(office.notes, "id", input.id);
    note.text = `${note.text} ${input.text}`;
    return "done";
  }),
  tool("check_stock", "How many there are of an item.", z.object({ item: text }), (office, input) =>
    String(office.stock[input.item] ?? 0),
  ),
  tool(
    "change_stock",
    "Adds to an item, or takes away with a negative number.",
    z.object({ item: text, by: z.number().int() }),
    (office, input) => {
      const left = (office.stock[input.item] ?? 0) + input.by;
      if (left < 0) throw new Error(`there are only ${left - input.by} of ${input.item}`);
      office.stock[input.item] = left;
      return String(left);
    },
  ),
];

function formatRows(rows: readonly object[]): string {
  return rows.length === 0 ? "nothing" : rows.map((row) => JSON.stringify(row)).join("\n");
}

function nextNumber(rows: readonly { readonly id: string }[]): number {
  return Math.max(0, ...rows.map(({ id }) => Number(id.slice(1)))) + 1;
}

function findRow<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  key: keyof Row & string,
  value: string,
): Row {
  const row = rows.find((candidate) => candidate[key] === value);
  if (!row) throw new Error(`there is nothing with the ${key} ${value}`);
  return row;
}

/** The office after these calls. Throws what a tool throws. */
export function applyCalls(calls: readonly OfficeCall[]): Office {
  const office = structuredClone(initialOffice);
  for (const call of calls) {
    const known = officeTools.find(({ name }) => name === call.tool);
    if (!known) throw new Error(`unknown tool: ${call.tool}`);
    known.run(office, call.input);
  }
  return office;
}

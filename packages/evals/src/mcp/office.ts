import * as z from "zod";

/** A small state that tools change and grading compares. */
export const officeSchema = z.object({
  events: z.array(z.object({ id: z.string(), title: z.string(), day: z.string(), time: z.string() })),
  contacts: z.array(z.object({ name: z.string(), email: z.string() })),
  notes: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
  stock: z.record(z.string(), z.number()),
});
export type Office = z.infer<typeof officeSchema>;

export const initialOffice: Office = {
  events: [
    { id: "e1", title: "Dentist", day: "monday", time: "09:00" },
    { id: "e2", title: "Planning", day: "tuesday", time: "10:00" },
    { id: "e3", title: "Lunch with Ida", day: "tuesday", time: "12:30" },
    { id: "e4", title: "Review", day: "friday", time: "15:00" },
  ],
  contacts: [
    { name: "Ida Berg", email: "ida@old.example" },
    { name: "Tom Reed", email: "tom@shop.example" },
  ],
  notes: [
    { id: "n1", title: "Ideas", text: "A bell for the door." },
    { id: "n2", title: "Supplier", text: "Call the paper mill." },
  ],
  stock: { paper: 12, pens: 40, staples: 0 },
};

/** The same tools behind different kinds of server. */
export const officeServerKinds = ["stdio", "http", "flaky", "huge"] as const;
export type OfficeServerKind = (typeof officeServerKinds)[number];

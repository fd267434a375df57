/** A request to the office, and the shortest sequence of calls that fulfils it. */
export interface OfficeIntent {
  readonly id: string;
  readonly text: string;
  /** The minimum calls, in order. Their result is the expected one. */
  readonly calls: readonly OfficeCall[];
}

export interface OfficeCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const call = (tool: string, input: Readonly<Record<string, unknown>>): OfficeCall => ({ tool, input });
const intent = (id: string, text: string, ...calls: OfficeCall[]): OfficeIntent => ({ id, text, calls });

export const officeIntents: readonly OfficeIntent[] = [
  intent(
    "add-meeting",
    "Put an event called Standup into the calendar for wednesday at 09:30.",
    call("add_event", { title: "Standup", day: "wednesday", time: "09:30" }),
  ),
  intent(
    "add-contact",
    "Add Ann Lowe with the address ann@lowe.example to the contacts.",
    call("add_contact", { name: "Ann Lowe", email: "ann@lowe.example" }),
  ),
  intent(
    "write-note",
    "Write a note titled Keys that says: The spare key is with Tom.",
    call("add_note", { title: "Keys", text: "The spare key is with Tom." }),
  ),
  intent(
    "order-paper",
    "A delivery of 30 paper has come: book it into the stock.",
    call("change_stock", { item: "paper", by: 30 }),
  ),
  intent(
    "take-pens",
    "Five pens were given away: book them out of the stock.",
    call("change_stock", { item: "pens", by: -5 }),
  ),
  intent(
    "new-item",
    "Book 3 lamps into the stock as a new item called lamps.",
    call("change_stock", { item: "lamps", by: 3 }),
  ),
  intent(
    "change-address",
    "Tom Reed has a new address: tom@reed.example.",
    call("update_contact", { name: "Tom Reed", email: "tom@reed.example" }),
  ),
  intent(
    "move-dentist",
    "Move the dentist to thursday at 08:15.",
    call("list_events", {}),
    call("move_event", { id: "e1", day: "thursday", time: "08:15" }),
  ),
  intent(
    "cancel-review",
    "Cancel the review on friday.",
    call("list_events", { day: "friday" }),
    call("cancel_event", { id: "e4" }),
  ),
  intent(
    "address-by-nickname",
    "Ida, whose surname I forgot, now has the address ida@new.example.",
    call("find_contact", { name: "Ida" }),
    call("update_contact", { name: "Ida Berg", email: "ida@new.example" }),
  ),
  intent(
    "extend-ideas",
    "Add the sentence 'A lamp for the yard.' to the note about ideas.",
    call("search_notes", { word: "ideas" }),
    call("append_note", { id: "n1", text: "A lamp for the yard." }),
  ),
  intent(
    "count-staples",
    "Write a note titled Count whose text is the number of staples in stock, and nothing else.",
    call("check_stock", { item: "staples" }),
    call("add_note", { title: "Count", text: "0" }),
  ),
  intent(
    "note-address",
    "Write a note titled Tom whose text is Tom Reed's address, and nothing else.",
    call("find_contact", { name: "Tom Reed" }),
    call("add_note", { title: "Tom", text: "tom@shop.example" }),
  ),
  intent(
    "clear-tuesday",
    "Cancel everything on tuesday.",
    call("list_events", { day: "tuesday" }),
    call("cancel_event", { id: "e2" }),
    call("cancel_event", { id: "e3" }),
  ),
  intent(
    "swap-days",
    "Move planning to friday at 15:00 and the review to tuesday at 10:00.",
    call("list_events", {}),
    call("move_event", { id: "e2", day: "friday", time: "15:00" }),
    call("move_event", { id: "e4", day: "tuesday", time: "10:00" }),
  ),
  intent(
    "two-contacts",
    "Add Jo Park (jo@park.example) and Mia Cole (mia@cole.example) to the contacts.",
    call("add_contact", { name: "Jo Park", email: "jo@park.example" }),
    call("add_contact", { name: "Mia Cole", email: "mia@cole.example" }),
  ),
  intent(
    "restock-empty",
    "If there are no staples left, book 100 of them in and write a note titled Restocked that says: staples.",
    call("check_stock", { item: "staples" }),
    call("change_stock", { item: "staples", by: 100 }),
    call("add_note", { title: "Restocked", text: "staples" }),
  ),
  intent(
    "supplier-note",
    "Add the sentence 'Order 12 boxes.' to the note that mentions the paper mill, and put an event called Call mill on monday at 11:00.",
    call("search_notes", { word: "paper mill" }),
    call("append_note", { id: "n2", text: "Order 12 boxes." }),
    call("add_event", { title: "Call mill", day: "monday", time: "11:00" }),
  ),
  intent(
    "lunch-moves",
    "Move the lunch with Ida to wednesday at 12:30 and write a note titled Lunch whose text is her address, and nothing else.",
    call("list_events", {}),
    call("move_event", { id: "e3", day: "wednesday", time: "12:30" }),
    call("find_contact", { name: "Ida" }),
    call("add_note", { title: "Lunch", text: "ida@old.example" }),
  ),
  intent(
    "pens-for-paper",
    "Book 10 pens out and 10 paper in, then write a note titled Swap that says: ten for ten.",
    call("change_stock", { item: "pens", by: -10 }),
    call("change_stock", { item: "paper", by: 10 }),
    call("add_note", { title: "Swap", text: "ten for ten" }),
  ),
  intent(
    "friday-free",
    "Friday is off: cancel what is on it, and write a note titled Friday that says: closed.",
    call("list_events", { day: "friday" }),
    call("cancel_event", { id: "e4" }),
    call("add_note", { title: "Friday", text: "closed" }),
  ),
];

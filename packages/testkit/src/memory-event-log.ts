// Of the product; here under the name that tests of leaves may import.
export { MemoryEventLog } from "@roo-code/store/memory";

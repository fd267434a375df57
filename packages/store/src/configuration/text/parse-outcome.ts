/** What a text holds, or what is wrong with it, for people; never with words of the text itself: it may hold keys. */
export type ParseOutcome = { readonly value: unknown } | { readonly problem: string };

/** Where a signature belongs when it goes back: to the part that follows it, if there is one. */
export const nextPartOrigin = "gemini";

/** Where a thought is signed itself: its signature stays with its text. */
export const thoughtOrigin = "gemini-thought";

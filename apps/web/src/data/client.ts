import { createClient } from "@roo-code/client";
import { noteSignedOut } from "./signed-out.ts";

/** The server this page came from; its cookie says who we are. */
export const client = createClient({
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (response.status === 401) noteSignedOut(true);
    return response;
  },
});

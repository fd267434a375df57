import { createClient } from "@roo-code/client";

/** The server this page came from; its cookie says who we are. */
export const client = createClient();

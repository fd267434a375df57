/** Whether this is `npm run test:nightly`: loops and tables that take long go through all of their cases then, and through a sample otherwise. */
export const isNightly = process.env.ROO_TEST_NIGHTLY !== undefined;

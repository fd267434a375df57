/** Whether this is `npm run test:nightly`, in which long loops and tables run all of their cases instead of a sample. */
export const isNightly = process.env.ROO_TEST_NIGHTLY !== undefined;

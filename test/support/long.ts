/** True in a long run, `npm run test:long`. It tries everything that a short run leaves out or tries only in part. */
export const isLong = process.env['SLUGLINE_LONG'] !== undefined;

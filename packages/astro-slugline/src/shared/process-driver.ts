/**
 * The name of a storage driver for work that only concerns this process, so that nothing is lost with it that matters to others, and no
 * warning says so.
 */
export const processDriver = 'slugline-process';

/** The format of the cached state. A state in another format is ignored, and everything is fetched again. */
export const stateFormat = 3;

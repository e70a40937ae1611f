/** The content of the virtual module with the Markdown processor of a server, for unit tests of page code: none. */
export const markdown = undefined;

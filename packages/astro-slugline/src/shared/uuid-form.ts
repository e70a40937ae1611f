/** What a uuid looks like: a story is named by one. */
export const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

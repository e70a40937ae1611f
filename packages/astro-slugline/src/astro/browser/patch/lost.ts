/** Thrown if the page has no node for a changed one, because a script removed it. */
export class Lost extends Error {}

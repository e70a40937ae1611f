/** An entry as pages read it. */
export const openEntry = <Entry>(entry: Entry): Entry => entry;

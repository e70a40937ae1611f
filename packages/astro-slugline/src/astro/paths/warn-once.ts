const told = new Set<string>();

/** Says a sentence to the person who builds the site, once. */
export function warnOnce(sentence: string): void {
	if (told.has(sentence)) return;
	told.add(sentence);
	console.warn(`[astro-slugline] ${sentence}`);
}

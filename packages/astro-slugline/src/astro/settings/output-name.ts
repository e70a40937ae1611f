/** The name of the file that says what a build holds: `slugline.json`, or `slugline.<id>.json` for a space that has an id. */
export const outputName = (id: string): string =>
	id === 'default' ? 'slugline.json' : `slugline.${id}.json`;

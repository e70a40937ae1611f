/** The name of the file that describes a build: `slugline.json`, or `slugline.<id>.json` for a space with an id. */
export const outputName = (id: string): string =>
	id === 'default' ? 'slugline.json' : `slugline.${id}.json`;

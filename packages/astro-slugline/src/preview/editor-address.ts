/** What the editor says in the address of the page that it shows. */
export interface EditorAddress {
	/** Number of the story. */
	storyId: number;
	/** `default` or a language code. */
	lang: string;
	/** Id of the release that is shown, if one is. */
	release: string | undefined;
	/** The proof that the address is the editor's. */
	signature: Signature;
}

/** What the editor signs: that it, and nobody else, opens a space at a moment. */
export interface Signature {
	spaceId: string;
	/** Unix time in seconds. */
	timestamp: string;
	/** SHA-1 of space, preview token and timestamp, in hexadecimal. */
	hash: string;
}

const names = {
	story: '_storyblok',
	component: '_storyblok_c',
	lang: '_storyblok_lang',
	release: '_storyblok_release',
	space: '_storyblok_tk[space_id]',
	timestamp: '_storyblok_tk[timestamp]',
	hash: '_storyblok_tk[token]',
};

/** The name of the parameter that has a ticket for one page. */
export const ticketParameter = '_slugline_ticket';

/** True for a parameter that is between the editor and us, and must not stay in an address. */
export const isPreviewParameter = (name: string): boolean =>
	name === ticketParameter || name.startsWith('_storyblok');

/** What the editor says in an address; undefined for an address that is not the editor's. */
export function readEditorAddress(parameters: URLSearchParams): EditorAddress | undefined {
	const text = (name: keyof typeof names) => parameters.get(names[name]) ?? '';
	const storyId = Number(text('story'));
	const signature = { spaceId: text('space'), timestamp: text('timestamp'), hash: text('hash') };
	if (!Number.isSafeInteger(storyId) || storyId <= 0 || Object.values(signature).includes(''))
		return undefined;
	const release = text('release');
	return {
		storyId,
		lang: text('lang') || 'default',
		release: /^[1-9]\d*$/.test(release) ? release : undefined,
		signature,
	};
}

/** The parameters of an address as the editor writes them. */
export function writeEditorAddress({
	storyId,
	lang,
	component,
	signature,
}: Omit<EditorAddress, 'release'> & { component: string }): URLSearchParams {
	return new URLSearchParams({
		[names.story]: String(storyId),
		[names.component]: component,
		[names.lang]: lang,
		[names.release]: 'undefined',
		[names.space]: signature.spaceId,
		[names.timestamp]: signature.timestamp,
		[names.hash]: signature.hash,
	});
}

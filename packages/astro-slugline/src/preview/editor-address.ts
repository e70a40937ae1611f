/** What the editor adds to the URL of the page it shows. */
export interface EditorAddress {
	/** Number of the story. */
	storyId: number;
	/** `default` or a language code. */
	lang: string;
	/** Id of the release that the editor shows; undefined for none. */
	release: string | undefined;
	/** Proves that the URL comes from the editor. */
	signature: Signature;
}

/** The editor's signature: it proves that the editor opened a space at a given time. */
export interface Signature {
	spaceId: string;
	/** Unix time in seconds. */
	timestamp: string;
	/** SHA-1 of the space, the preview token, and the timestamp, in hexadecimal. */
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

/** The query parameter that contains a ticket for one page. */
export const ticketParameter = '_slugline_ticket';

/** True for a parameter that only the editor and preview use. It must not reach the page. */
export const isPreviewParameter = (name: string): boolean =>
	name === ticketParameter || name.startsWith('_storyblok');

/** Reads the parameters that the editor adds to a URL; undefined if the URL does not come from the editor. */
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

/** The parameters that the editor adds to a URL. */
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

/** A function of the vendor's package that compat does not have: calling it says what takes its place. */
const refused =
	(name: string, instead: string) =>
	(..._given: unknown[]): never => {
		throw new Error(`${name}() is not part of astro-slugline/compat, because ${instead}`);
	};

const byRichText =
	'rich text is rendered by Slugline. Use <RichText nodes={…} marks={…}> of astro-slugline/components/RichText.astro instead.';

export const attrsToHtmlString = refused('attrsToHtmlString', byRichText);
export const buildAstroAttrs = refused('buildAstroAttrs', byRichText);
export const getInnerMarks = refused('getInnerMarks', byRichText);
export const getStaticChildren = refused('getStaticChildren', byRichText);
export const groupLinkNodes = refused('groupLinkNodes', byRichText);
export const isSelfClosing = refused('isSelfClosing', byRichText);
export const isValidAstroComponent = refused('isValidAstroComponent', byRichText);
export const normalizeNodes = refused('normalizeNodes', byRichText);
export const processAttrs = refused('processAttrs', byRichText);
export const resolveTag = refused('resolveTag', byRichText);
export const splitTableRows = refused('splitTableRows', byRichText);
export const styleToString = refused('styleToString', byRichText);

export const buildStoryblokImage = refused(
	'buildStoryblokImage',
	'images are made by Slugline. Use <StoryImage>, or imageOf() of astro-slugline/rendering, instead.',
);

const bySlugline =
	'slugline() in astro.config makes the client and the preview. Remove the call, and read with useStoryblokApi().';

export const apiPlugin = refused('apiPlugin', bySlugline);
export const handleStoryblokMessage = refused('handleStoryblokMessage', bySlugline);
export const storyblokInit = refused('storyblokInit', bySlugline);

/**
 * A function of the vendor's package that compat does not have, or not everywhere: calling it says what takes its place.
 *
 * @param where where it is not
 */
export const refused =
	(name: string, instead: string, where = '') =>
	(..._given: unknown[]): never => {
		throw new Error(`${name}() is not part of astro-slugline/compat${where}, because ${instead}`);
	};

const byRichText =
	'rich text is rendered by Slugline. Use <RichText nodes={…} marks={…}> of astro-slugline/components/RichText.astro instead.';

const bySlugline =
	'slugline() in astro.config makes the client and the preview. Remove the call, and read with useStoryblokApi().';

/** Functions of the vendor's package for rich text, images, and its preview. Calling one throws an error that names what takes its place. */
export const attrsToHtmlString = refused('attrsToHtmlString', byRichText),
	buildAstroAttrs = refused('buildAstroAttrs', byRichText),
	getInnerMarks = refused('getInnerMarks', byRichText),
	getStaticChildren = refused('getStaticChildren', byRichText),
	groupLinkNodes = refused('groupLinkNodes', byRichText),
	isSelfClosing = refused('isSelfClosing', byRichText),
	isValidAstroComponent = refused('isValidAstroComponent', byRichText),
	normalizeNodes = refused('normalizeNodes', byRichText),
	processAttrs = refused('processAttrs', byRichText),
	resolveTag = refused('resolveTag', byRichText),
	splitTableRows = refused('splitTableRows', byRichText),
	styleToString = refused('styleToString', byRichText),
	buildStoryblokImage = refused(
		'buildStoryblokImage',
		'images are made by Slugline. Use <StoryImage>, or imageOf() of astro-slugline/rendering, instead.',
	),
	apiPlugin = refused('apiPlugin', bySlugline),
	handleStoryblokMessage = refused('handleStoryblokMessage', bySlugline),
	storyblokInit = refused('storyblokInit', bySlugline);

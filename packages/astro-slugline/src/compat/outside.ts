// What stands for compat where no page of the site is rendered: in a browser, in astro.config, and in a script of Node.
import { refused } from './refused.js';

export { editableAttributes as storyblokEditable } from '../shared/api/editable-comment.js';
export { getLiveStory, getPayload, isEditorRequest, loadStoryblokBridge, onRequest } from './preview.js';
export {
	apiPlugin,
	attrsToHtmlString,
	buildAstroAttrs,
	buildStoryblokImage,
	getInnerMarks,
	getStaticChildren,
	groupLinkNodes,
	handleStoryblokMessage,
	isSelfClosing,
	isValidAstroComponent,
	normalizeNodes,
	processAttrs,
	resolveTag,
	splitTableRows,
	storyblokInit,
	styleToString,
} from './refused.js';
export { RichTextSchema, sanitizeJSON, toCamelCase } from './text.js';

const onlyInPages = (name: string) =>
	refused(
		name,
		'it needs the content of the site. Call it in a page, and pass its result on.',
		' in a browser or a script',
	);

export const renderRichText = onlyInPages('renderRichText'),
	richTextResolver = onlyInPages('richTextResolver'),
	useStoryblok = onlyInPages('useStoryblok'),
	useStoryblokApi = onlyInPages('useStoryblokApi'),
	storyblokApi = Object.fromEntries(
		['get', 'getAll', 'getStories', 'getStory'].map((name) => [name, onlyInPages(`storyblokApi.${name}`)]),
	);

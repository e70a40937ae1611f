/** The messages between the dev server and the code in the browser, which is bundled separately. */
export {
	type ToolbarQuestion,
	type ToolbarState,
	type ToolbarStory,
	toolbarAsk,
	toolbarState,
} from './toolbar/protocol.js';

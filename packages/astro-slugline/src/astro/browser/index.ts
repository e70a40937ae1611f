/** What the dev server and the code in the browser say to each other. The code itself is bundled. */
export {
	type ToolbarQuestion,
	type ToolbarState,
	type ToolbarStory,
	toolbarAsk,
	toolbarState,
} from './toolbar/protocol.js';

export {
	draftOf,
	type EditedStory,
	editableComment,
	hasTranslations,
	inLanguage,
} from './draft.js';
export {
	type EditorAddress,
	isPreviewParameter,
	readEditorAddress,
	type Signature,
	ticketParameter,
	writeEditorAddress,
} from './editor-address.js';
export { readHead, replaceRanges } from './head.js';
export { openPolicy, previewHeaders, readPolicies } from './headers.js';
export { type Injected, inject, scriptJson } from './inject.js';
export { giveOverlays, type Overlay, overlayNow } from './overlay.js';
export {
	type BlokAction,
	type BlokMark,
	type Breadcrumb,
	bridgeConfig,
	type FromEditor,
	type PreviewAnswer,
	type PreviewRequest,
	type PreviewSettings,
	type SentPage,
	type ToEditor,
	ticketHeader,
} from './protocol.js';
export { createRateLimit, type RateLimit } from './rate.js';
export { createSentPages, type SentPages } from './sent-pages.js';
export { isSigned, type Signer, sign } from './signature.js';
export { createTickets, type Place, type Session, type Tickets } from './tickets.js';

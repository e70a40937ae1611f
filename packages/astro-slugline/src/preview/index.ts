export { draftOf, inLanguage } from './draft.js';
export { readEditorAddress, writeEditorAddress } from './editor-address.js';
export { readHead } from './head.js';
export { openPolicy, previewHeaders, readPolicies } from './headers.js';
export { inject, scriptJson } from './inject.js';
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
export { createRateLimit } from './rate.js';
export { createPreview } from './server/handle.js';
export type { Age, Content, PreviewCollection } from './server/host.js';
export { inTime } from './server/refusals.js';
export { isHtml } from './server/rendered-page.js';
export { isSigned, sign } from './signature.js';
export { createTickets } from './tickets.js';

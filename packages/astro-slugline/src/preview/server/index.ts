export type { Age, Content, PreviewCollection } from './content.js';
export { createPreview } from './handle.js';
export { inTime } from './refusals.js';
export { isHtml } from './rendered-page.js';

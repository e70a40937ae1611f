export { compatPlugin } from './compat.js';
export { entryLinksPlugin } from './entry-links.js';
export { propsPlugin } from './props.js';
export { routePatternPlugin } from './route-pattern.js';

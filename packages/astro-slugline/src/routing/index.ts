export { fallbackLanguageOf } from './languages/fallback-language.js';
export { activeRedirects, followMoves, type Place, type Redirect } from './redirects.js';
export { RouteError } from './route-error.js';
export { createRouteTable } from './route-table.js';
export { cleanPath, encodePath } from './site-path.js';
export type {
	FallbackRoute,
	Route,
	RouteAlternate,
	RouteI18n,
	RoutePages,
	RouteTable,
	RouteTableInput,
	SiteLanguage,
	StoryRouteFields,
} from './types.js';

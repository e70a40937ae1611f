export { assetName, assetNamePattern } from './asset-name.js';
export { contentTypeKey, contentTypeOf } from './content-type.js';
export {
	type Alternate,
	type AssetsModule,
	type BlokComponent,
	type LiveModule,
	type LocalImagesModule,
	lookedUpMeta,
	type RouteData,
	type RoutesModule,
	type ServiceModule,
	type SpaceRoutes,
	type StoryFact,
} from './modules.js';
export { type PageOptions, pageOptions } from './page-options.js';
export { shownPart } from './shown-part.js';
export { fallbackId, pageRoutes } from './space-routes.js';

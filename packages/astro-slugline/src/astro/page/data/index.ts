export type { RouteQuestion } from './asks.js';
export { assetName, assetNamePattern } from './asset-name.js';
export {
	type AskSpace,
	noteLinks,
	type RenderMarkdown,
	type SpaceAnswer,
	type SpaceRequest,
	type StoryPathsCalls,
	type WantedAsset,
} from './channel.js';
export { CollectionError, ConfigError, OutputError, PageError, refuseNoProp, wordsFor } from './errors.js';
export type {
	Alternate,
	AssetsModule,
	BlokComponent,
	LiveModule,
	LocalImagesModule,
	RouteData,
	RoutesModule,
	ServiceModule,
	SpaceRoutes,
	StoryFact,
} from './modules.js';
export { notice } from './notice.js';
export { type PageOptions, pageOptions } from './page-options.js';
export { fallbackId, pageRoutes, pathIn } from './space-routes.js';

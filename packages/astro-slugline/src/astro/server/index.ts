export { type PurgeLiveOptions, purgeLive } from './endpoint.js';
export {
	type LiveDatasourceEntry,
	type LiveLinksFilter,
	type LiveStoriesFilter,
	type LiveStoryFilter,
	liveDatasource,
	liveLinks,
	liveStories,
} from './loaders.js';
export type { LiveStoriesOptions } from './reads.js';

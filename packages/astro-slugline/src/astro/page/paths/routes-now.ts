import builtRoutes from 'virtual:astro-slugline/routes';
import { overlayNow } from '../../../shared/overlay.js';
import { paramsOf } from '../../../shared/route-pattern.js';
import type { RoutesModule } from '../data/index.js';
import { liveReads } from '../live/index.js';

/** The routes of drafts, in preview. */
const overlayRoutes = () => overlayNow()?.routes as RoutesModule | undefined;

/** The routes of the build; of drafts in preview, and as they are now in a request that has read live content. */
export const routesNow = (): RoutesModule => overlayRoutes() ?? liveReads()?.routes() ?? builtRoutes;

/** The names of the collections that `stories()` loads. */
export const storyCollections = (): string[] => Object.keys((overlayRoutes() ?? builtRoutes).collections);

/** The fields that are relations, if the options name them. */
export const relationsOf = (): readonly string[] | undefined =>
	builtRoutes.relations.length > 0 ? builtRoutes.relations : undefined;

/** True for the path of a page that may be there without a story. */
export const mayBeOther = (path: string): boolean =>
	builtRoutes.patterns.some((pattern) => paramsOf(pattern)(path) !== undefined);

/** Makes something of the routes of all spaces on first use, and again when they are others. */
export function ofRoutes<Made>(make: (spaces: RoutesModule['spaces']) => Made): () => Made {
	const made = new WeakMap<RoutesModule['spaces'], Made>();
	return () => {
		const { spaces } = routesNow();
		const found = made.get(spaces) ?? make(spaces);
		made.set(spaces, found);
		return found;
	};
}

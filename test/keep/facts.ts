import type { PageCopy } from '../../packages/astro-keep/src/copies/page-pack.js';
import type { Path } from '../../packages/astro-keep/src/decide/astro-app.js';
import type { Decision, Page, Reason } from '../../packages/astro-keep/src/decide/decide.js';
import {
	type CachedPage,
	type CachedReading,
	type Conclusions,
	noConclusions,
	type PageState,
} from '../../packages/astro-keep/src/decide/page-state.js';
import { kindOf, type Read } from '../../packages/astro-keep/src/tracking/index.js';

// Facts of builds, made by hand.

/** The conclusions of a build that has rendered all pages a second time, and found nothing. */
export const checked: Conclusions = { ...noConclusions, isChecked: true };

export const copyOf = (digest: string): PageCopy => ({ pack: 'pack', at: 0, length: 1, digest });

/** A page of the previous build. */
export const cached = (more: Partial<CachedPage> = {}): CachedPage => ({
	...{ given: 'props', code: 'code', copy: copyOf('text'), images: undefined, headers: undefined },
	...more,
});

export const reading = (read: Read, digest = 'then', importer = ''): CachedReading => ({
	...{ read, digest, importer },
});

/** A page of this build, of a route with the component `route.astro`. */
export function pageOf(id: string, more: Partial<Page> & { type?: string; component?: string } = {}): Page {
	const { type = 'page', component = 'route.astro', ...rest } = more;
	const route = { type, component, fallbackRoutes: [] } as unknown as Path['route'];
	return {
		id,
		path: { pathname: id, route },
		file: new URL(`file:///out${id}.html`),
		given: { props: {} },
		unit: { digest: 'code', parts: new Map() },
		...rest,
	};
}

export const decision = (...why: Reason[]): Decision => ({
	...{ given: 'props', code: 'code', former: cached(), why },
});

export const decisionsOf = (reasons: Readonly<Record<string, readonly Reason[]>>) =>
	new Map(Object.entries(reasons).map(([id, why]) => [id, decision(...why)]));

export const reasonsIn = (decisions: ReadonlyMap<string, Pick<Decision, 'why'>>) =>
	Object.fromEntries([...decisions].map(([id, { why }]) => [id, why]));

/** The state of the previous build. */
export function stateOf(
	more: Partial<Omit<PageState, 'reads'>> & { reads?: Readonly<Record<string, CachedReading[]>> } = {},
): PageState {
	const { reads = {}, ...rest } = more;
	const all = [...(rest.shared ?? []), ...Object.values(reads).flat()];
	return {
		...{ common: 'common', code: 'all', content: 'content', conclusions: checked },
		...{ pages: new Map(), shared: [], passing: [], kinds: new Set(all.map(({ read }) => kindOf(read))) },
		...{ parts: () => new Map(), whys: () => new Map() },
		...rest,
		reads: () => new Map(Object.entries(reads)),
	};
}

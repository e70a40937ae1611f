import type { PageCopy } from '../../packages/astro-keep/src/cache/page-pack.js';
import type { Path } from '../../packages/astro-keep/src/decide/astro-app.js';
import type { Decision, Page, Reason } from '../../packages/astro-keep/src/decide/decide.js';
import {
	type CachedPage,
	type CachedReading,
	type Isolation,
	type PageState,
	unknownIsolation,
} from '../../packages/astro-keep/src/decide/page-state.js';
import { kindOf, type Read } from '../../packages/astro-keep/src/tracking/index.js';

// Facts of builds, made by hand.

/** The conclusions of a build that has rendered all pages a second time, and found nothing. */
export const checked: Isolation = { ...unknownIsolation, isChecked: true };

export const copyOf = (digest: string): PageCopy => ({ pack: 'pack', at: 0, length: 1, digest });

/** A page of the previous build. */
export const cached = (more: Partial<CachedPage> = {}): CachedPage => ({
	...{ propsDigest: 'props', code: 'code', copy: copyOf('text'), images: undefined, headers: undefined },
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
		item: { props: {} },
		codeFingerprint: { digest: 'code', parts: new Map() },
		...rest,
	};
}

export const decision = (...reasons: Reason[]): Decision => ({
	...{ propsDigest: 'props', code: 'code', previous: cached(), reasons },
});

export const decisionsOf = (reasons: Readonly<Record<string, readonly Reason[]>>) =>
	new Map(Object.entries(reasons).map(([id, why]) => [id, decision(...why)]));

export const reasonsIn = (decisions: ReadonlyMap<string, Pick<Decision, 'reasons'>>) =>
	Object.fromEntries([...decisions].map(([id, { reasons }]) => [id, reasons]));

/** The state of the previous build. */
export function stateOf(
	more: Partial<Omit<PageState, 'reads'>> & { reads?: Readonly<Record<string, CachedReading[]>> } = {},
): PageState {
	const { reads = {}, ...rest } = more;
	const all = [...(rest.globalReads ?? []), ...Object.values(reads).flat()];
	return {
		...{ globalCode: 'global', code: 'all', siteCode: 'site', content: 'content', isolation: checked },
		...{
			pages: new Map(),
			globalReads: [],
			provisionalReads: [],
			kinds: new Set(all.map(({ read }) => kindOf(read))),
		},
		...{ parts: () => new Map(), reasons: () => new Map() },
		...rest,
		reads: () => new Map(Object.entries(reads)),
	};
}

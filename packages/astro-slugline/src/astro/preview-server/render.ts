import { AsyncLocalStorage } from 'node:async_hooks';
import type { APIContext, MiddlewareNext } from 'astro';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { inTime } from '../../preview/index.js';
import { giveOverlays, type Overlay } from '../../shared/overlay.js';
import { checkedRender } from './astro-render.js';
import type { BuiltSite } from './built.js';
import { type FoundPage, findPage, type SiteRoute, type Style } from './find-page.js';

/** One page that is rendered, or the code of a page that is loaded without an overlay. */
interface Rendering {
	overlay: Overlay | undefined;
	shown?: Shown;
}

const renderings = new AsyncLocalStorage<Rendering>();
giveOverlays(() => renderings.getStore()?.overlay);

/** The page that the route of preview shows. */
interface Shown extends FoundPage {
	styles: readonly Style[];
	/** What the page sees of its request. */
	seen: Pick<APIContext, 'request' | 'routePattern' | 'isPrerendered' | 'currentLocale'>;
}

/** A site with its pages. */
export interface Site {
	built: BuiltSite;
	routes: readonly SiteRoute[];
	/** The stylesheets of each route, by its pattern. */
	styles: Readonly<Record<string, readonly Style[]>>;
	/** Logs an error of a page, of which Astro does not know, since the page has begun. */
	report(error: unknown, page: string): void;
}

/** Renders a page under an overlay, in place of the page of preview that was requested. */
export function renderPage(
	{ built, routes, styles, report }: Site,
	context: APIContext,
	next: MiddlewareNext,
	path: string,
	overlay: Overlay,
): Promise<Response> {
	const rendering: Rendering = { overlay };
	return inTime(
		renderings.run(rendering, async () => {
			const pathname = path.replace(/[?#].*/s, '');
			const all = routes.map(loadedPlain);
			const found = await findPage(all, pathname, built);
			const page = found ?? (await findPage(all, '/404', built));
			if (!page) return new Response(null, { status: 404, headers: { 'content-type': 'text/html' } });
			const address = `${built.base}${encodeURI(builtForm(found ? page.path : pathname, built))}`;
			const seen = mend(context, page, address);
			rendering.shown = { ...page, seen, styles: styles[page.route.pattern] ?? [] };
			const { GET } = page.module;
			try {
				const response = await (GET ? GET(context) : next());
				// The whole body is made here, under the overlay.
				const body = response.body === null ? null : await response.arrayBuffer();
				const status = found || response.status >= 300 ? response.status : 404;
				return new Response(body, { status, headers: response.headers });
			} catch (error) {
				report(error, address);
				return new Response(null, { status: 500 });
			}
		}),
	).finally(() => {
		// Timers that the page has started may fill what visitors get.
		rendering.overlay = undefined;
	});
}

/** A route whose modules are loaded without an overlay: what they read then is for everybody who imports them. */
const loadedPlain = (route: SiteRoute): SiteRoute => ({
	...route,
	load: () => renderings.run({ overlay: undefined }, route.load),
});

/** Makes middleware see the page of the site instead of that of preview. */
function mend(context: APIContext, { route, params, props }: FoundPage, address: string): Shown['seen'] {
	// From the path that was requested, also where another language has the page.
	const { currentLocale } = context;
	// Astro's page has this very object.
	context.url.pathname = address;
	context.url.search = '';
	for (const name of Object.keys(context.params)) delete context.params[name];
	Object.assign(context.params, params);
	Object.assign(context.props, props);
	const headers = new Headers(context.request.headers);
	for (const name of [...headers.keys()])
		if (/^(?:x-slugline-|content-|origin$|referer$)/.test(name)) headers.delete(name);
	// Neither signatures nor tickets are for the page.
	const seen = {
		request: new Request(context.url, { headers }),
		routePattern: route.pattern,
		isPrerendered: route.isPrerendered,
		currentLocale,
	};
	for (const [name, value] of Object.entries(seen))
		Object.defineProperty(context, name, { value, writable: true, enumerable: true, configurable: true });
	return seen;
}

/** The form of a path that `Astro.url` has in a build. */
function builtForm(path: string, { base, format, trailingSlash }: BuiltSite): string {
	const plain = trimEndSlashes(path);
	if (plain.slice(plain.lastIndexOf('/')).includes('.')) return plain;
	if (format === 'file') return plain === '' ? '/index.html' : `${plain}.html`;
	if (plain === '') return trailingSlash === 'never' && base !== '' ? '' : '/';
	if (format === 'preserve') return path.endsWith('/') ? path : `${plain}.html`;
	return plain + (trailingSlash === 'never' ? '' : '/');
}

/** The page that the route of preview shows, after Astro's render was made that of the page. */
export function pageToShow(result: object) {
	const shown = renderings.getStore()?.shown;
	const Page = shown?.module.default;
	if (!Page) throw new Error('Only preview renders this route.');
	const { module, styles, seen, props } = shown;
	const render = checkedRender(result);
	const metadata = render.componentMetadata.get(Page.moduleId);
	render.styles = new Set(styles);
	render.partial = module.partial === true;
	render._metadata.headInTree = metadata?.containsHead ?? false;
	render._metadata.routeHasPropagation = (metadata?.propagation ?? 'none') !== 'none';
	const create = render.createAstro;
	const values = Object.entries(seen).map(([name, value]) => [name, { value, enumerable: true }]);
	render.createAstro = (...given) => Object.defineProperties(create(...given), Object.fromEntries(values));
	return { Page, props };
}

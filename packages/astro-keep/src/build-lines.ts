import type { Isolation } from './decide/page-state.js';
import type { Outcome } from './render/tracked-build.js';
import { count } from './shared/text/named.js';

// What a build says of all its pages.

/**
 * The line that counts the pages of a build.
 *
 * @param checked number of cached pages that were compared with what they render to
 */
export function pagesLine(
	{ pages, others, previous }: Pick<Outcome, 'pages' | 'others' | 'previous'>,
	checked: number,
): string {
	const line = `${count(pages.rendered, 'page')} rendered, ${pages.cached} kept${checked > 0 ? `, ${checked} checked` : ''}`;
	const hasOthers = others.rendered + others.cached > 0;
	const rest = hasOthers
		? `; endpoints and redirects: ${others.rendered} rendered, ${others.cached} kept`
		: '';
	return `${line}${rest}${previous ? '' : ' (without an earlier build to compare with)'}`;
}

/** The line for a build that has checked the site. */
export const checkedLine = ({ orderDependence }: Pick<Isolation, 'orderDependence'>): string =>
	`Every page was rendered twice, in two orders, to see whether pages affect each other. ${
		orderDependence
			? `They do, so builds from now on render all of them or none: ${orderDependence}.`
			: 'They do not. Until code that runs for every page changes, builds render what a change affects.'
	}`;

/**
 * The warning for a site whose adapter renders pages elsewhere, for example in the runtime of its server, where their reads
 * cannot be recorded.
 *
 * @param owner the integration that sets the prerenderer
 */
export const foreignPrerenderer = (owner: string): string =>
	`${owner} uses its own prerenderer, so incremental rendering is off: every page is rendered in every build.${owner === '@astrojs/cloudflare' ? " With the adapter's option `prerenderEnvironment: 'node'`, only what changed is rendered." : ''}`;

import type { AstroIntegration } from 'astro';
import { bare } from './decide/answerer.js';
import type { Decision, Reason } from './decide/decide.js';
import type { PageId } from './decide/page-ids.js';
import type { Reading } from './decide/page-state.js';
import type { Outcome } from './prerenderer.js';

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** One line that says what a build did with its pages. */
export const summaryLine = ({ rendered, kept }: Outcome): string =>
	`${count(rendered.size, 'page')} rendered, ${kept} kept`;

/** How many pages a line names before it counts the others. */
const named = 5;

/** Why pages were rendered: a line for each reason. */
export function explainLines({ rendered }: Outcome): string[] {
	const byReason = new Map<string, string[]>();
	for (const [id, decision] of rendered) {
		const reason = reasonOf(decision);
		const others = byReason.get(reason);
		if (others) others.push(pathOf(id));
		else byReason.set(reason, [pathOf(id)]);
	}
	return [...byReason].map(([reason, paths]) => {
		const more = paths.length > named ? ` and ${count(paths.length - named, 'other page')}` : '';
		return `rendered ${paths.slice(0, named).join(', ')}${more}: ${reason}`;
	});
}

const pathOf = (id: PageId): string => id.slice(id.indexOf(' ') + 1) || '/';

function reasonOf(decision: Decision | undefined): string {
	if (!decision) return 'nothing says what it gets from `getStaticPaths`, or two routes make it';
	const [first] = decision.why;
	if (first === undefined) return 'its code changed, or what Astro keeps of it is gone';
	if (decision.why.includes('new')) return 'it is new, or no finished build is known';
	if (decision.why.includes('common')) {
		return 'the config, an integration, middleware or something else that runs for every page changed';
	}
	return [...new Set(decision.why.map(wordsOf))].slice(0, 3).join('; ');
}

function wordsOf(reason: Reason): string {
	if (reason === 'given') return 'what `getStaticPaths` gives it changed';
	return typeof reason === 'string' ? reason : changeOf(reason);
}

function changeOf(reading: Reading): string {
	const { importer } = reading;
	const read = bare(reading.read);
	const place = read.indexOf(' ');
	const kind = place < 0 ? read : read.slice(0, place);
	const asked = read.slice(place + 1);
	const by = importer ? ` (${importer})` : '';
	switch (kind) {
		case 'always':
			return `it asks to be rendered in every build${by}`;
		case 'fetch':
			return `something is fetched${by}, of which nobody knows whether it is another now`;
		case 'collection':
			return `getCollection('${asked}') reads the whole collection, and something in it changed${by}; query() would depend on its answer only`;
		case 'entry': {
			const [collection, id]: string[] = JSON.parse(asked);
			return `the entry \`${id}\` of \`${collection}\` changed${by}`;
		}
		case 'digest': {
			const [collection, id]: string[] = JSON.parse(asked);
			return `the digest of \`${id}\` of \`${collection}\` changed${by}`;
		}
		case 'field':
		case 'fields': {
			const [collection, name, id]: string[] = JSON.parse(asked);
			return `\`${name}\` of ${id === undefined ? 'something' : `\`${id}\``} in \`${collection}\` changed${by}`;
		}
		case 'ids':
		case 'query':
			return `the answer of a query() changed${by}: ${asked}`;
		case 'address':
		case 'alternates': {
			const { id, uuid, path, slug }: Record<string, string> = JSON.parse(asked);
			const what = kind === 'address' ? 'the address' : 'the other languages';
			return `${what} of \`${id ?? uuid ?? path ?? slug}\` changed${by}`;
		}
		case 'story': {
			const [uuid, lang]: string[] = JSON.parse(asked);
			return `the story ${uuid} (${lang}) changed${by}`;
		}
		default:
			return `${read} changed${by}`;
	}
}

/**
 * A sentence for a site whose adapter renders its pages elsewhere, such as in a server's own runtime: what they read there
 * is not seen. Undefined for other sites.
 */
export function foreignPrerenderer(integrations: readonly AstroIntegration[]): string | undefined {
	const owner = integrations.find(({ hooks }) =>
		String(hooks['astro:build:start']).includes('setPrerenderer'),
	);
	return (
		owner &&
		`${owner.name} renders the pages in its own way, so nobody sees what they read: every page is rendered in every build.`
	);
}

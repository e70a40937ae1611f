import { existsSync } from 'node:fs';
import { count } from 'astro-keep/shared/text/named';
import type { ManagementClient } from '../client/management.js';
import { builtFile } from '../shared/node/built-file.js';
import type { Link, SpaceInfo } from '../wire/index.js';
import { type Access, checkAccess } from './checks/access.js';
import { checkLanguages, checkLinks, checkVersion } from './checks/content.js';
import { checkEdge } from './checks/edge.js';
import { type Finding, open, words } from './checks/finding.js';
import { checkFolder } from './checks/folder.js';
import { checkHost } from './checks/host.js';
import { checkServer, serverToken } from './checks/server.js';
import { checkWebhooks } from './checks/webhooks.js';
import { command, readUrl } from './read-options.js';
import { managementOptions, namedSpace, openManagement } from './service/management.js';
import { readService, serviceOptions } from './service/options.js';
import { type Terminal, UsageError } from './terminal.js';

/** `slugline doctor`: checks everything that a build relies on, and says how to fix what is wrong. */
export const doctor = command({
	usage: 'doctor [folder]',
	summary: 'Checks token, region, versions, languages, webhooks, links, Node, and Astro; or a folder.',
	options: {
		...serviceOptions,
		built: [
			'<path>',
			'path or URL of the live slugline.json (default: dist/slugline.json, or that in dist/client)',
		],
		endpoint: [
			'<url>',
			'endpoint of a server with live pages; sends it a signed call (SLUGLINE_WEBHOOK_SECRET)',
		],
		...managementOptions,
	},
	notes: [
		'Without a token, it checks the folder ./space, if there is one.',
		'Exits with 1 if something is wrong. Changes nothing; with --endpoint, it purges a test page of the server.',
	],
	async run({ values, positionals }, terminal) {
		if (positionals.length > 1)
			throw new UsageError('slugline doctor takes at most one folder, and options.');
		const endpoint = readUrl('--endpoint', values.endpoint);
		const service = readService(values, terminal);
		const named = namedSpace(values.space, terminal);
		// Without a token, a build reads this folder, too.
		const isFolderSite = service.token === undefined && values.space === undefined && existsSync('space');
		const folder = positionals[0] ?? (isFolderSite ? './space' : undefined);
		if (folder !== undefined) {
			const ofServer = endpoint === undefined ? [] : await checkServer(endpoint, terminal, undefined);
			const isUnused = service.token === undefined && (service.baseUrl ?? service.region) !== undefined;
			const unused = `${service.placeFrom} is set, but there is no token, so a site builds from ${folder}.`;
			const todo = `Set SLUGLINE_TOKEN to an access token of the space, or remove ${service.placeFrom}.`;
			return report(
				[...(await checkFolder(folder)), ...(isUnused ? [open('Service', unused, todo)] : []), ...ofServer],
				terminal,
			);
		}
		const { access, findings } = await checkAccess(service, terminal);
		const spaceId = named ?? access?.space.id ?? null;
		const management = openManagement(values, service, spaceId ?? undefined, terminal);
		const built = values.built ?? builtFile('dist/slugline.json');
		const all = [
			...findings,
			...(access
				? [
						await checkVersion(access.space, { built, hasLive: endpoint !== undefined }, terminal.fetch),
						...(await checkContent(access, await readInfo(management))),
					]
				: []),
			...(await checkWebhooks(management, spaceId, endpoint, service.baseUrl)),
			...(endpoint === undefined ? serverToken(built) : await checkServer(endpoint, terminal, access?.space)),
			...checkHost(process.cwd()),
		];
		return report(all, terminal);
	},
});

/** Prints the findings. Returns the exit code. */
function report(findings: readonly Finding[], terminal: Terminal): number {
	for (const finding of findings) {
		terminal.say(line(finding));
		if (finding.todo) terminal.say(`${' '.repeat(8)}${finding.todo}`);
	}
	const numberOf = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
	const bad = numberOf('wrong');
	terminal.say('');
	const found = bad === 0 ? withoutProblem(numberOf('open')) : `${count(bad, 'problem')} found.`;
	terminal.say(`${found} The options in astro.config were not read.`);
	return bad === 0 ? 0 : 1;
}

/** What the last line says if nothing is wrong. */
const withoutProblem = (unsure: number): string =>
	unsure === 0
		? 'No problems found.'
		: `No problems found, but ${count(unsure, 'line is', 'lines are')} marked with ?: check what ${unsure === 1 ? 'it says' : 'they say'}.`;

async function checkContent(access: Access, info: SpaceInfo | null): Promise<Finding[]> {
	const { client, space } = access;
	const edge = await checkEdge(access);
	let links: Link[];
	try {
		links = await client.links.all({ version: 'published' });
	} catch (error) {
		return [...edge, open('Links', `They could not be listed. ${words(error)}`, 'Try again.')];
	}
	return [...edge, checkLanguages(space, links, info), await checkLinks(access, links)];
}

/** Space information, or null if the token cannot read it. A personal token belongs to no space. */
const readInfo = async (management: ManagementClient | null): Promise<SpaceInfo | null> =>
	management ? management.spaceInfo().catch(() => null) : null;

const marks = { good: 'ok   ', wrong: 'wrong', open: '?    ' } as const;

const line = ({ state, topic, what }: Finding): string => `${marks[state]}   ${topic}: ${what}`;

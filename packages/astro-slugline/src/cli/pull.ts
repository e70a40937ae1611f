import { createDeliveryClient } from '../client/index.js';
import { regionNames } from '../shared/regions.js';
import { readSpaceFromService } from './read-from-service.js';
import { readChoice, readOptions } from './read-options.js';
import { type Command, type Terminal, UsageError } from './terminal.js';

/** `slugline pull`: writes a real space into a folder. */
export const pull: Command = {
	usage: 'pull [folder]',
	summary: 'Writes a space into a folder (default: ./space) that `slugline space` and Astro can serve.',
	options: [
		'  --token <token>     access token; a preview token also pulls drafts (or SLUGLINE_TOKEN)',
		'  --region <region>   eu (default), us, ca, ap, or cn (or SLUGLINE_REGION)',
		'  --base-url <url>    address of the API (or SLUGLINE_BASE_URL)',
		'  --overwrite         also replace files that you changed by hand',
		'',
		'Pull again at any time: only changed files are written, and files of deleted stories are removed.',
		'Files that no pull wrote stay as they are.',
	],
	async run(args, terminal) {
		const { values, folder } = readOptions('pull', args, {
			token: { type: 'string' },
			region: { type: 'string' },
			'base-url': { type: 'string' },
			overwrite: { type: 'boolean' },
		});
		const { env } = terminal;
		const token = values.token ?? (env['SLUGLINE_TOKEN'] || env['STORYBLOK_TOKEN']);
		if (!token) {
			throw new UsageError(
				'slugline pull needs an access token of the space. Set --token or SLUGLINE_TOKEN.',
			);
		}
		const baseUrl = values['base-url'] ?? (values.region ? undefined : env['SLUGLINE_BASE_URL'] || undefined);
		const named = values.region ?? (baseUrl ? undefined : env['SLUGLINE_REGION'] || undefined);
		const region = readChoice('region', named, regionNames);
		if (region !== undefined && values['base-url'] !== undefined) {
			throw new UsageError('--region and --base-url contradict each other. Use only one of them.');
		}
		const client = createDeliveryClient({
			token,
			region,
			baseUrl,
			fetch: terminal.fetch,
			onNotice: terminal.complain,
		});
		const pulled = await readSpaceFromService(client, terminal.signal);
		const { writePulledSpace } = await import('../space/write/index.js');
		const report = await writePulledSpace(folder, pulled, { overwrite: values.overwrite ?? false });
		return printReport(terminal, folder, pulled, report);
	},
};

function printReport(
	terminal: Terminal,
	folder: string,
	pulled: Awaited<ReturnType<typeof readSpaceFromService>>,
	{
		written,
		removed,
		unchanged,
		skipped,
		inexact,
	}: Awaited<ReturnType<typeof import('../space/write/index.js')['writePulledSpace']>>,
): number {
	const stories = pulled.draft ?? pulled.published;
	terminal.say(
		`${pulled.name}: ${count(stories.stories.length, 'story', 'stories')} in ${count(pulled.languages.length + 1, 'language')}, ${pulled.draft ? 'with drafts' : 'published only'}, ${count(pulled.datasources.length, 'datasource')}.`,
	);
	terminal.say(
		`${folder}: ${count(written.length, 'file')} written, ${removed.length} removed, ${unchanged} unchanged.`,
	);
	if (inexact.length > 0) {
		terminal.complain(`Cannot be served exactly as by the API: ${some(inexact)}.`);
	}
	if (skipped.length === 0) return 0;
	terminal.complain(
		`Skipped, because they were changed by hand: ${some(skipped)}. Move them away, or replace them with --overwrite.`,
	);
	return 1;
}

const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

/** The first items of a list, and how many more there are. */
function some(items: readonly string[]): string {
	const first = items.slice(0, 10).join(', ');
	return items.length > 10 ? `${first} and ${items.length - 10} more` : first;
}

import { createDeliveryClient } from '../client/index.js';
import { regionNames } from '../shared/regions.js';
import { readSpaceFromService } from './read-from-service.js';
import { readChoice, readOptions } from './read-options.js';
import { type Command, type Terminal, UsageError } from './terminal.js';

/** `slugline pull`: a real space written into a folder. */
export const pull: Command = {
	usage: 'pull [folder]',
	summary:
		'Writes a space into a folder that `slugline space` and Astro serve. The folder is ./space unless named.',
	options: [
		'  --token <token>     access token; a preview token pulls drafts too (or SLUGLINE_TOKEN)',
		'  --region <region>   eu (default), us, ca, ap or cn (or SLUGLINE_REGION)',
		'  --base-url <url>    another address of the service (or SLUGLINE_BASE_URL)',
		'  --overwrite         replaces also what was changed by hand since the last pull',
		'',
		'Again and again: only files that changed are written, and files of what is gone are removed.',
		'Files that a pull did not write stay as they are.',
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
				'slugline pull needs an access token of the space. Give it as --token or in SLUGLINE_TOKEN.',
			);
		}
		const baseUrl = values['base-url'] ?? (values.region ? undefined : env['SLUGLINE_BASE_URL'] || undefined);
		const named = values.region ?? (baseUrl ? undefined : env['SLUGLINE_REGION'] || undefined);
		const region = readChoice('region', named, regionNames);
		if (region !== undefined && values['base-url'] !== undefined) {
			throw new UsageError('--region and --base-url say two addresses. Give one of them.');
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
		return tell(terminal, folder, pulled, report);
	},
};

function tell(
	terminal: Terminal,
	folder: string,
	pulled: Awaited<ReturnType<typeof readSpaceFromService>>,
	{
		written,
		removed,
		unchanged,
		kept,
		inexact,
	}: Awaited<ReturnType<typeof import('../space/write/index.js')['writePulledSpace']>>,
): number {
	const stories = pulled.draft ?? pulled.published;
	terminal.say(
		`${pulled.name}: ${count(stories.stories.length, 'story', 'stories')} in ${count(pulled.languages.length + 1, 'language')}, ${pulled.draft ? 'drafts too' : 'published only'}, ${count(pulled.datasources.length, 'datasource')}.`,
	);
	terminal.say(
		`${folder}: ${count(written.length, 'file')} written, ${removed.length} removed, ${unchanged} unchanged.`,
	);
	if (inexact.length > 0) {
		terminal.complain(`Served otherwise than the service does: ${some(inexact)}.`);
	}
	if (kept.length === 0) return 0;
	terminal.complain(
		`Changed by hand, and therefore left as they are: ${some(kept)}. Move them away, or replace them with --overwrite.`,
	);
	return 1;
}

const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

/** The first few of a list. */
function some(items: readonly string[]): string {
	const first = items.slice(0, 10).join(', ');
	return items.length > 10 ? `${first} and ${items.length - 10} more` : first;
}

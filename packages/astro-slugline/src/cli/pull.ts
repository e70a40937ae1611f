import { count, some } from 'astro-keep/shared/text/named';
import { createDeliveryClient } from '../client/index.js';
import { command, readFolder } from './read-options.js';
import { readService, serviceOptions } from './service/options.js';
import { readSpaceFromService } from './service/read-space.js';
import { type Terminal, UsageError } from './terminal.js';

/** `slugline pull`: writes a real space into a folder. */
export const pull = command({
	usage: 'pull [folder]',
	summary: 'Writes a space into a folder (default: ./space) that `slugline space` and Astro can serve.',
	options: { ...serviceOptions, overwrite: ['', 'also replace files that you changed by hand'] },
	notes: [
		'With a preview token, drafts are pulled, too.',
		'Pull again at any time: only changed files are written, and files of deleted stories are removed.',
		'Files that no pull wrote stay as they are.',
	],
	async run({ values, positionals }, terminal) {
		const folder = readFolder('pull', positionals);
		const { token, region, baseUrl } = readService(values, terminal);
		if (!token) {
			throw new UsageError(
				'slugline pull needs an access token of the space. Set --token or SLUGLINE_TOKEN.',
			);
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
});

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
		terminal.complain(`Cannot be served exactly as by the API: ${some(inexact, 10)}.`);
	}
	if (skipped.length === 0) return 0;
	terminal.complain(
		`Skipped, because they were changed by hand: ${some(skipped, 10)}. Move them away, or replace them with --overwrite.`,
	);
	return 1;
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { command, type Terminal, UsageError } from 'astro-slugline/command';
import type { Note } from './edited-source.js';
import { whyNotCommitted } from './git.js';

/** `create-slugline migrate`: moves a site from the vendor's integration or astro-loader-storyblok, as far as its code allows. */
export const migrate = command({
	usage: 'migrate [folder]',
	summary:
		'Moves a site from @storyblok/astro or astro-loader-storyblok. Shows the changes; --write applies them.',
	options: { write: ['', 'changes the files; only if all of them are committed'] },
	notes: [
		'Replaces the integration in astro.config and the package in package.json. Imports of the vendor are answered',
		'by astro-slugline/compat, under the same names, so that components stay as they are. What could be replaced',
		'by own functions, and what is left to do by hand, is listed with file and line.',
	],
	async run({ values, positionals }, terminal) {
		const [folder = '.', ...more] = positionals;
		if (more.length > 0) throw new UsageError('create-slugline migrate takes one folder and options.');
		const root = resolve(folder);
		if (!existsSync(root)) throw new UsageError(`The folder ${folder} does not exist.`);
		const { planMigration } = await import('./plan.js');
		const { changes, left, working } = await planMigration(root);
		const why = values.write ? await whyNotCommitted(root, changes) : undefined;
		if (why) throw new UsageError(why);
		if (changes.length === 0 && left.length === 0) {
			terminal.say('Nothing here uses @storyblok/astro or astro-loader-storyblok.');
			return 0;
		}
		if (values.write) {
			for (const { path, after } of changes) {
				await writeFile(join(root, path), after);
				terminal.say(`  changed    ${path}`);
			}
		} else {
			const { createTwoFilesPatch } = await import('diff');
			for (const { path, before, after } of changes)
				for (const line of createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after).split('\n').slice(1))
					terminal.say(line);
		}
		list(terminal, working, 'Works unchanged:');
		list(terminal, left, 'Left to do by hand:');
		terminal.say('');
		terminal.say(
			values.write
				? 'Next: run npm install and npx astro sync, and review `git diff`.'
				: `${changes.length} ${changes.length === 1 ? 'file' : 'files'} to change. Nothing was written; --write applies the changes.`,
		);
		return 0;
	},
});

/** Lists what there is to know, each with its places. */
function list({ say }: Terminal, notes: readonly Note[], heading: string): void {
	if (notes.length === 0) return;
	say('');
	say(heading);
	for (const [what, places] of Map.groupBy(notes, (note) => note.what)) {
		say(`  ${what}`);
		for (const place of new Set(places.map(({ path, line }) => `${path}:${line}`))) say(`    ${place}`);
	}
}

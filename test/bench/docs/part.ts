import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.js';
import { type Measured, pathOf, runMeasured } from '../processes/run.js';
import { createWorkFolder, type WorkFolder } from '../processes/work-folder.js';
import { writeFiles } from '../sites/site.js';
import { count, median, ratio, seconds, table } from '../table.js';

/** How many times as long as an empty site with the same theme the docs may take. */
const maxRatio = 1.5;
const rounds = { short: 3, long: 7 };

const docs = pathOf('../../../playground/docs/');
const astro = pathOf('../../../node_modules/astro/bin/astro.mjs');

/** A site of Starlight with one page, as its guide begins. */
const empty = {
	'package.json': JSON.stringify({ type: 'module', dependencies: { astro: '*', '@astrojs/starlight': '*' } }),
	'astro.config.mjs': `
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
export default defineConfig({ site: 'https://example.com', integrations: [starlight({ title: 'Empty' })] });`,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
	'src/content/docs/index.md': '---\ntitle: Empty\n---\n\nOne page.\n',
};

/** Measures an unchanged build of the docs, in units of an empty site of Starlight. */
export async function runDocs({ long }: BenchOptions): Promise<void> {
	const folders = [await createWorkFolder(), await createWorkFolder()] as const;
	const [one, other] = folders;
	try {
		console.error('… docs');
		await writeFiles(one.path, empty);
		await cp(docs, other.path, {
			recursive: true,
			filter: (path) => !/[\\/](?:dist|node_modules|\.astro)(?:[\\/]|$)/.test(path.slice(docs.length - 1)),
		});
		// A part of the space is created from the source before the site is built.
		const reference = await runMeasured([
			join(docs, 'reference/write.mjs'),
			join(other.path, 'space/reference'),
		]);
		if (reference.code !== 0) throw new Error(reference.output);
		const sites = [
			{ name: 'an empty site of Starlight', folder: one, builds: [] as Measured[] },
			{ name: 'the docs', folder: other, builds: [] as Measured[] },
		];
		for (const { folder } of sites) await build(folder);
		for (let round = 0; round < (long ? rounds.long : rounds.short); round++) {
			for (const site of round % 2 === 0 ? sites : [...sites].reverse())
				site.builds.push(await build(site.folder));
		}
		print(sites);
	} finally {
		for (const folder of folders) await folder.delete();
	}
}

async function build(folder: WorkFolder): Promise<Measured> {
	const measured = await runMeasured([astro, 'build'], {
		cwd: folder.path,
		env: { NODE_ENV: 'production' },
	});
	if (measured.code !== 0) throw new Error(measured.output);
	return measured;
}

function print(sites: readonly { name: string; builds: readonly Measured[] }[]): void {
	const rows = sites.map(({ name, builds }) => ({
		name,
		ms: median(builds.map(({ ms }) => ms)),
		cpuMs: median(builds.map(({ cpuMs }) => cpuMs)),
		pages: /(\d+) page\(s\) built/.exec(builds[0]?.output ?? '')?.[1] ?? '-',
	}));
	const [base, own] = rows;
	if (!base || !own) return;
	console.log('\nA build of the docs without a change, and of an empty site of Starlight\n');
	console.log(
		table(
			['', 'pages', 'time', 'CPU of Node', 'times'],
			rows.map(({ name, pages, ms, cpuMs }) => [
				name,
				count(Number(pages)),
				seconds(ms),
				seconds(cpuMs),
				ratio(ms, base.ms),
			]),
		),
	);
	if (own.ms > maxRatio * base.ms)
		console.log(`\nToo slow: at most ${maxRatio} times as long as the empty site is promised.`);
}

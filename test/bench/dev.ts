import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './main.js';
import { createWorkFolder, deleteFolder, pathOf } from './processes.js';
import { paragraphOf } from './space.js';
import { count, median, ratio, seconds, table } from './table.js';

const starts = 5;
const edits = 10;

/** A site of the same Markdown files, and how it reads them. */
interface DevSite {
	name: string;
	files: Record<string, string>;
}

const route = (imports: string, paths: string, title: string) => `---
import { getCollection } from 'astro:content';
${imports}
export const getStaticPaths = async () => ${paths};
---
<h1>{${title}}</h1>`;

const sites: readonly DevSite[] = [
	{
		name: 'plain glob()',
		files: {
			'astro.config.mjs': 'export default {};',
			'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = { pages: defineCollection({ loader: glob({ pattern: '**/*.md', base: './space' }) }) };`,
			'src/pages/[...path].astro': route(
				'',
				`(await getCollection('pages')).map((story) => ({ params: { path: story.id }, props: { story } }))`,
				'Astro.props.story.data.content.title',
			),
		},
	},
	{
		name: 'Slugline',
		files: {
			'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [slugline({ space: './space' })] });`,
			'space/space.yaml': 'name: Bench\n',
			'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
			'src/pages/[...path].astro': route(
				`import { storyPaths } from 'astro-slugline/paths';`,
				`storyPaths(await getCollection('pages'))`,
				'Astro.props.story.data.content.title',
			),
		},
	},
];

const storyFile = (title: string, id: number): string =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n---\n${paragraphOf(id)}\n`;

const pathTo = (id: number) => `section-${Math.floor(id / 100)}/story-${id}`;

/** What an author waits for: from `astro dev` to the first page, and from an edit of a file to the page that shows it. */
export async function runDev({ long, stories = long ? 10_000 : 2000 }: BenchOptions): Promise<void> {
	const measured = [];
	for (const site of sites) {
		const folder = await createSiteOf(site, stories);
		try {
			measured.push({ name: site.name, ...(await measure(folder, site.name)) });
		} finally {
			await deleteFolder(folder);
		}
	}
	const [plain] = measured;
	const rows = measured.map(({ name, ...row }) => [
		name,
		...(['cold', 'start', 'edit'] as const).flatMap((what) => [
			seconds(row[what]),
			ratio(row[what], plain?.[what] ?? Number.NaN),
		]),
		String(Math.round(row.mb)),
	]);
	console.log(
		`\nDev: ${count(stories)} stories in a folder; the first start once, medians of ${starts} later starts and ${edits} edits\n`,
	);
	console.log(`${table(['', 'first start', '', 'start', '', 'edit', '', 'MB'], rows)}\n`);
}

async function createSiteOf({ files }: DevSite, stories: number): Promise<string> {
	const folder = await createWorkFolder();
	const texts = Array.from({ length: stories }, (_, id) => [
		`space/${pathTo(id)}.md`,
		storyFile(`Story ${id}`, id),
	]);
	const all = { 'package.json': '{ "type": "module" }', ...files, ...Object.fromEntries(texts) };
	for (const [path, text] of Object.entries<string>(all)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	return folder;
}

async function measure(folder: string, name: string) {
	const times: number[] = [];
	const waits: number[] = [];
	let mb = 0;
	for (let round = 0; round <= starts; round++) {
		const { url, ms, child } = await startDev(folder);
		times.push(ms);
		for (let edit = 0; round === starts && edit < edits; edit++) {
			const id = 7 * (edit + 1);
			const title = `Edited ${edit}`;
			const began = performance.now();
			await writeFile(join(folder, 'space', `${pathTo(id)}.md`), storyFile(title, id));
			while (!(await pageOf(url, id)).includes(`>${title}</h1>`)) await pause(5);
			waits.push(performance.now() - began);
			await pause(500);
		}
		const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
		mb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
		child.kill('SIGKILL');
		console.error(`… ${name}: start ${round}: ${seconds(ms)}`);
	}
	const [cold = Number.NaN, ...later] = times;
	return { cold, start: median(later), edit: median(waits), mb };
}

const pageOf = async (url: string, id: number): Promise<string> =>
	(await fetch(`${url}/${pathTo(id)}`).catch(() => undefined))?.text() ?? '';

/** Starts `astro dev`, and waits for its first page. */
async function startDev(folder: string) {
	const began = performance.now();
	const args = [
		pathOf('../../node_modules/astro/bin/astro.mjs'),
		'dev',
		'--host',
		'127.0.0.1',
		'--port',
		'0',
	];
	const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0', NO_COLOR: '1' };
	const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	const url = await new Promise<string>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk) => {
				printed += chunk;
				const found = /Local\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
				if (found) resolve(found);
			});
		child.on('exit', () => reject(new Error(`astro dev ended:\n${printed}`)));
	});
	while (!(await pageOf(url, 0)).includes('</h1>')) await pause(20);
	return { url, child, ms: performance.now() - began };
}

import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRebuildHook, run } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import type { BenchOptions } from './main.js';
import { type Contender, createSite, slugline } from './pages/sites.js';
import { deleteFolder, pathOf } from './processes.js';
import { startService } from './service.js';
import { type BenchSpace, token } from './space.js';
import { count, quantile, seconds } from './table.js';

const pairs = 10;
const bound = 0.7;
/** Milliseconds after a build in which calls are collected. */
const quietMs = 2000;

/** The bench's site, with Tailwind and an island on each page. */
const withIslands = (): Contender => {
	const plain = slugline();
	return {
		...plain,
		files(url) {
			const files = plain.files(url);
			const config = files['astro.config.mjs'] ?? '';
			const layout = files['src/components/Layout.astro'] ?? '';
			return {
				...files,
				// Astro looks here for packages that it has to bundle.
				'package.json':
					'{ "type": "module", "dependencies": { "astro": "*", "astro-slugline": "*", "@astrojs/preact": "*", "preact": "*" } }',
				'astro.config.mjs': `import preact from '@astrojs/preact';\nimport tailwind from '@tailwindcss/vite';${config.replace(
					'integrations: [',
					'vite: { plugins: [tailwind()] }, integrations: [preact(), ',
				)}`,
				'src/site.css': "@import 'tailwindcss';",
				'src/components/Counter.jsx': `import { useState } from 'preact/hooks';
export default function Counter() {
	const [count, setCount] = useState(0);
	return <button class="px-2 font-bold" onClick={() => setCount(count + 1)}>{count}</button>;
}`,
				'src/components/Layout.astro': layout
					.replace(
						"import Nav from './Nav.astro';",
						"import '../site.css';\nimport Counter from './Counter.jsx';\n$&",
					)
					.replace('<slot />', '<Counter client:load />$&'),
			};
		},
	};
};

/**
 * How long an editor waits: from a publish, with the call of an idle site's webhook, to the changed file in the output. In turn,
 * a process that was ready builds, and a new one: the receiver cannot make a command ready that it does not know.
 */
export async function runPublish({ stories = 300, latencyMs }: BenchOptions): Promise<void> {
	const service = await startService({ stories, languages: 1, latencyMs });
	const site = await createSite(withIslands(), service.url);
	const PATH = [pathOf('../../node_modules/.bin'), process.env['PATH']].join(delimiter);
	const hookOf = (command: string) =>
		createRebuildHook({
			unsigned: true,
			targets: [run(command, { cwd: site.path, env: { PATH, ASTRO_TELEMETRY_DISABLED: '1' }, output() {} })],
			quietMs,
			storage: createStorage(),
			service: { token, baseUrl: service.url },
			built: join(site.path, 'dist/slugline.json'),
			logger: { info() {}, warn: console.error, error: console.error },
		});
	const kinds = {
		ready: { hook: hookOf('astro build'), times: [] as number[] },
		new: { hook: hookOf('exec astro build'), times: [] as number[] },
	};
	try {
		await site.build();
		await site.build();
		for (let publishes = 0; publishes < 2 * pairs; publishes++) {
			const { hook, times } = publishes % 2 ? kinds.new : kinds.ready;
			await pause(2 * quietMs);
			const [slug = '', title = ''] = publish(service.space).split('\t');
			const file = join(site.path, 'dist', slug, 'index.html');
			const began = performance.now();
			await hook(callFor(slug));
			// A build removes the old file before it writes the new one.
			const shows = async () => (await readFile(file, 'utf8').catch(() => '')).includes(title);
			while (!(await shows())) await pause(5);
			times.push(performance.now() - began);
			console.error(`… publish ${publishes + 1}: ${seconds(times.at(-1) ?? 0)}`);
			await hook.idle();
		}
	} finally {
		for (const { hook } of Object.values(kinds)) await hook.close();
		service.stop();
		await deleteFolder(site.path);
	}
	console.log(`\nFrom a publish to the changed file: ${count(stories)} pages, ${pairs} publishes each`);
	for (const [name, { times }] of Object.entries(kinds)) {
		console.log(
			`${name} process: p50 ${seconds(quantile(times, 0.5))}, fastest ${seconds(quantile(times, 0))}, slowest ${seconds(quantile(times, 1))}`,
		);
	}
	const ratio = quantile(kinds.ready.times, 0.5) / quantile(kinds.new.times, 0.5);
	console.log(
		`p50 of ready to new: ${ratio.toFixed(2)}; at most ${bound} is the aim: ${ratio <= bound ? 'reached' : 'MISSED'}`,
	);
}

/** Publishes new content of one story, and returns its entry. */
function publish(space: BenchSpace): string {
	const before = new Set(space.entries());
	space.change(1);
	return space.entries().find((entry) => !before.has(entry)) ?? '';
}

const callFor = (slug: string) =>
	new Request('http://receiver/', {
		method: 'POST',
		headers: { 'x-storyblok-topic': 'story.published' },
		body: JSON.stringify({
			...{ action: 'published', space_id: 1, full_slug: slug, story_id: Number(slug.split('-').at(-1)) },
		}),
	});

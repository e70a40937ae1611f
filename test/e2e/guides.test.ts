import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { bodyOf, headersOf } from '../rebuild/support/calls.js';
import { createFreshProject, type FreshProject } from '../support/fresh-project.js';
import { openGuide } from '../support/guide.js';
import { isLong } from '../support/long.js';
import { docBlocks } from '../support/readme.js';

const secret = 'the-secret-of-the-webhook';

/** A port that was free a moment ago, for commands that name one. */
async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	return typeof address === 'object' && address ? address.port : 0;
}

/** A story as a file of a space. */
const story = (content: Record<string, unknown>, body = '') =>
	`---\ncontent: ${JSON.stringify(content)}\n---\n${body}`;

// Follows each guide literally from a fresh project. That takes several minutes, so only in long runs.
describe.runIf(isLong)('a project that follows a page of the docs', { timeout: 600_000 }, () => {
	let project: FreshProject;

	const fresh = () => createFreshProject(inject('packed'));
	/** Follows whole pages of the docs. */
	const follow = async (...names: string[]) => {
		for (const name of names) {
			const guide = await openGuide(name, project);
			await guide.follow();
			expect(guide.rest()).toEqual([]);
		}
	};
	const pages = async () => Object.keys(await project.output()).filter((path) => path.endsWith('.html'));
	const page = async (path: string) => (await project.output())[path] ?? '';

	/** Serves a copy of the project's space as the service does, and sets its address in the project's environment. */
	const serve = async (folder = join(project.folder, 'space')): Promise<Space> => {
		const copy = await mkdtemp(join(tmpdir(), 'slugline-guide-'));
		await cp(folder, copy, { recursive: true });
		const space = createSpace(copy);
		onTestFinished(async () => {
			await space.close();
			await rm(copy, { recursive: true, force: true });
		});
		const { url } = await space.listen();
		Object.assign(project.env, { SLUGLINE_BASE_URL: url, SLUGLINE_MANAGEMENT_URL: url });
		return space;
	};
	const publish = async (space: Space, slug: string, title: string) => {
		await space.edit.write(slug, { content: { component: 'article', title } });
		await space.edit.publish(slug);
	};
	/** A webhook call about a story, as the service signs it. */
	const callHook = async (url: string, slug: string) => {
		const body = bodyOf('story.published', { full_slug: slug });
		const headers = headersOf('story.published', body, { secret });
		const { status } = await fetch(url, { method: 'POST', body, headers });
		return status;
	};

	// Every other page begins where "Start" ends.
	beforeAll(async () => {
		project = await fresh();
		const guide = await openGuide('start.md', project);
		const { printed, running } = await guide.follow('Without an account');
		expect(printed[0]).toContain('Harbor News: 5 stories, 4 bloks.');
		expect(await (await fetch(`${running[0]?.url}/blog/first`)).text()).toContain(
			'<strong>Markdown</strong>',
		);
		await running[0]?.stop();
		await project.run('npm install -D @astrojs/check typescript @types/node');
		await project.save();
	}, 600_000);
	afterAll(() => project?.delete());
	afterEach(() => project.reset(), 180_000);

	it('starts from a token', async () => {
		const space = await serve();
		const started = await fresh();
		started.env = { ...project.env, SLUGLINE_TOKEN: space.tokens.public };
		const guide = await openGuide('start.md', started);
		// Without a terminal, no one can answer prompts.
		const { running } = await guide.follow('A new site', {
			'slugline@latest .': 'slugline@latest . -- --yes',
		});
		expect(await (await fetch(`${running[0]?.url}/`)).text()).toContain('What the tide brought in');
	});

	it('shows stories in every language, and redirects moved stories', async () => {
		await follow('routes.md');
		await project.run('npx astro build');
		expect(await page('blog/first/index.html')).toContain(
			'hreflang="de" href="https://example.com/de/blog/erste/"',
		);
		await project.run("sed -i.bak 's/slug: erste/slug: eins/' space/blog/first.de.md");
		await project.run('npx astro build');
		expect(await page('de/blog/erste/index.html')).toContain('/de/blog/eins');
		expect(await page('de/blog/eins/index.html')).toContain('<strong>Markdown</strong>');
		await project.run('npx astro check');
	});

	it('has a blog', async () => {
		await project.run("rm -r 'src/pages/[...lang]'");
		await project.write('space/blog/index.md', story({ component: 'blog', title: 'News' }));
		await follow('blog.md');
		await project.run('npx astro build');
		expect(await page('blog/first/index.html')).toMatch(/<h1>The first story<\/h1><p>Ada/);
		expect(await page('blog/index.html')).toContain('href="/blog/second/"');
		await project.run('npx astro check');
	});

	it('has error pages in every language', async () => {
		await follow('not-found.md');
		await project.write('space/404.md', story({ component: 'page', title: 'Nothing here' }));
		await project.write('space/404.de.md', story({ title: 'Nichts hier' }));
		await project.run('npx astro build');
		expect(await page('404.html')).toContain('<h1>Nothing here</h1>');
		expect(await page('de/404/index.html')).toContain('<h1>Nichts hier</h1>');
		await project.run('npx astro check');
	});

	it('has collections of selected stories, by type, and with Markdown that Astro renders', async () => {
		const guide = await openGuide('collections.md', project);
		await project.run('rm -r src/pages src/layouts src/bloks');
		const list = (code: string, shown: string) =>
			project.write(
				'src/pages/index.astro',
				`---\nimport { getCollection, render } from 'astro:content';\n${code}\n---\n<html lang="en"><body>${shown}</body></html>`,
			);
		await project.write('space/shop/rope.md', story({ component: 'product', price: '9.50' }));
		await project.write('space/shop/boat.md', story({ component: 'product', price: '900' }));
		await project.write('space/guides/knots.md', story({ component: 'guide', text: 'A **bowline**' }));

		await guide.follow('Filters');
		await list(
			"const all = await getCollection('bargains');",
			'{all.map(({ id, data }) => [id, data.content.price * 2].join(" "))}',
		);
		await project.run('npx astro build');
		expect(await page('index.html')).toContain('<body>shop/rope 19</body>');

		await guide.follow('One collection for each type or folder');
		await list(
			"const counts = await Promise.all((['article', 'author', 'blog'] as const).map(async (name) => (await getCollection(name)).length));",
			"{counts.join(' ')}",
		);
		await project.run('npx astro build');
		expect(await page('index.html')).toContain('<body>5 2 5</body>');

		await guide.follow('Stories that Astro renders');
		await list(
			"const [knots] = await getCollection('guides');\nconst { Content } = await render(knots!);",
			'<h1>{knots?.data.title}</h1><Content />',
		);
		await project.run('npx astro build');
		expect(await page('index.html')).toContain('<strong>bowline</strong>');
		await project.run('npx astro check');
		expect(guide.rest()).toEqual([]);
	});

	it('renders bloks and images', async () => {
		await follow('bloks.md', 'images.md');
		const photo = { asset: 'https://a.storyblok.com/f/1/1600x1200/abc/boat.jpg', alt: 'A boat' };
		await project.write('space/boat.md', story({ component: 'figure', photo }));
		await project.run('npx astro build');
		expect(await page('blog/first/index.html')).toMatch(/<h1>The first story<\/h1>[\s\S]*<strong>Markdown/);
		expect(await page('boat/index.html')).toMatch(
			/<img[^>]* srcset="https:\/\/a\.storyblok\.com\/f\/1\/1600x1200\/abc\/boat\.jpg\/m\//,
		);
		await project.run('npx astro check');
	});

	it('has a sitemap and a feed', async () => {
		const guide = await openGuide('seo.md', project);
		await guide.follow('Sitemap');
		await guide.follow('Feed');
		// Live pages, which need a server.
		expect(guide.rest()).toEqual(["import type { APIContext } from 'astro';"]);
		await project.run('npx astro build');
		expect(await page('sitemap-0.xml')).toContain('hreflang="de" href="https://example.com/de/blog/erste/"');
		expect(await page('feed.xml')).toContain('<title>The second story</title>');
		await project.run('npx astro check');
	});

	it('renders what a change affects, and explains why', async () => {
		const guide = await openGuide('incremental.md', project);
		await guide.follow('Three rules');
		await project.write(
			'src/pages/latest.astro',
			'---\nimport Latest from \'../components/Latest.astro\';\n---\n<html lang="en"><body><Latest /></body></html>',
		);
		await project.run('SLUGLINE_VERIFY=1 npx astro build');
		await project.write('space/blog/third.md', story({ component: 'article', title: 'The third story' }));
		const { printed } = await guide.follow('Why a page was rendered');
		expect(printed[0]).toMatch(/\b[1-9] pages rendered, [1-9]\d* kept/);
		expect(printed[0]).toMatch(/\/latest\b[^:]*: a query\(\) of `\w+` now finds `blog\/third`/);
		expect(printed[1]).toContain('It was rendered last because it is new.');
		expect(guide.rest()).toEqual([]);
		const checks = await openGuide('builds.md', project);
		const verified = await checks.follow('A build checks itself');
		expect(verified.printed[0]).toMatch(/14 (?:cached )?pages/);
		expect(checks.rest()).toEqual([]);
		await project.run('npx astro check');
	});

	it('previews drafts, also over HTTPS', async () => {
		const guide = await openGuide('preview.md', project);
		await guide.follow('Set up, for developers');
		await project.write('space/blog/first.draft.md', story({ component: 'article', title: 'Not out yet' }));
		const plain = await project.start('npx astro dev');
		expect(await (await fetch(`${plain.url}/blog/first`)).text()).toContain('>Not out yet</h1>');
		await expect.poll(plain.output).toContain('Editor: ');
		const editor = /Editor: (\S+)/.exec(plain.output())?.[1] ?? '';
		expect((await fetch(editor)).status).toBe(200);
		await plain.stop();

		const port = await freePort();
		const ofFolder = await openGuide('editor.md', project);
		const { running } = await ofFolder.follow('On a port of its own', { 4000: String(port) });
		expect(ofFolder.rest()).toEqual([]);
		expect((await fetch(`http://localhost:${port + 1}/editor`)).status).toBe(200);
		await running[0]?.stop();

		await guide.follow('Set up, for editors');
		expect(guide.rest()).toEqual([]);
		const secure = await project.start('npx astro dev');
		const asked = request(`${secure.url}/_slugline/preview/blog/first`, {
			rejectUnauthorized: false,
		}).end();
		const [answer] = await once(asked, 'response');
		answer.resume();
		// Not opened by the editor, so it has no signature.
		expect(answer.statusCode).toBe(403);
	});

	it('builds after a webhook call to the command', async () => {
		const space = await serve();
		const port = await freePort();
		const guide = await openGuide('rebuild.md', project);
		await project.run(`SLUGLINE_TOKEN=${space.tokens.public} npx astro build`);
		const { printed, running } = await guide.follow('On one machine', {
			'SLUGLINE_WEBHOOK_SECRET=…': `SLUGLINE_WEBHOOK_SECRET=${secret}`,
			'SLUGLINE_TOKEN=…': `SLUGLINE_TOKEN=${space.tokens.public}`,
			'SLUGLINE_MANAGEMENT_TOKEN=…': `SLUGLINE_MANAGEMENT_TOKEN=${space.tokens.oauth}`,
			'https://example.com/hook': `http://127.0.0.1:${port}/`,
			'--port 8787': `--port ${port}`,
		});
		expect(printed[0]).toContain('Slugline rebuild');
		await publish(space, 'blog/third', 'The third story');
		await expect.poll(() => page('blog/third/index.html')).toContain('The third story');
		await running[0]?.stop();
	});

	it('builds after a webhook call to a server of the project', async () => {
		const space = await serve();
		const port = await freePort();
		Object.assign(project.env, { SLUGLINE_WEBHOOK_SECRET: secret, SLUGLINE_TOKEN: space.tokens.public });
		const guide = await openGuide('rebuild.md', project);
		const { running } = await guide.follow('In your own server or function', { 8787: String(port) });
		await publish(space, 'blog/third', 'The third story');
		expect(await callHook(running[0]?.url ?? '', 'blog/third')).toBe(202);
		await expect.poll(() => page('blog/third/index.html')).toContain('The third story');
		await project.run('npx astro check');
	});

	it('purges the route cache of a server', async () => {
		const space = await serve();
		const { SLUGLINE_BASE_URL: url } = project.env;
		Object.assign(project.env, {
			SLUGLINE_WEBHOOK_SECRET: secret,
			SLUGLINE_TOKEN: space.tokens.public,
			HOST: '127.0.0.1',
			PORT: String(await freePort()),
		});
		// Its config is that of live pages.
		for (const { path, code } of await docBlocks('live.md'))
			if (path === 'astro.config.mjs') await project.write(path, code);
		const guide = await openGuide('rebuild.md', project);
		const { running } = await guide.follow("With a server and Astro's route cache", {
			'createDeliveryClient({ token:': `createDeliveryClient({ baseUrl: '${url}', token:`,
		});
		const ask = async (path: string) => {
			const answer = await fetch(`${running[0]?.url}${path}`);
			const text = await answer.text();
			expect(answer.status, text + running[0]?.output()).toBe(200);
			const [title] = /<h1>.*<\/h1>/.exec(text) ?? [];
			return `${answer.headers.get('x-astro-cache')} ${title}`;
		};
		expect([await ask('/live/blog/first'), await ask('/live/blog/first')]).toEqual([
			'MISS <h1>The first story</h1>',
			'HIT <h1>The first story</h1>',
		]);
		expect(await callHook(`${running[0]?.url}/_slugline/rebuild`, 'blog/first')).toBe(202);
		expect(await ask('/live/blog/first')).toBe('MISS <h1>The first story</h1>');
		await project.run('npx astro check');
	});

	it('works without an account', async () => {
		const real = await serve();
		const guide = await openGuide('space.md', project);
		const { running } = await guide.follow('In development', {
			'--port 4000': '--port 0',
			'--token …': `--token ${real.tokens.public}`,
		});
		expect((await fetch(`${running[0]?.url}/v2/cdn/spaces/me?token=guessed`)).status).toBe(401);
		expect(await project.read('copy/blog/first.md')).toContain('Markdown');
		const standIn = await openGuide('stand-in.md', project);
		const { printed } = await standIn.follow('In tests');
		expect(standIn.rest()).toEqual([]);
		expect(printed[0]).toMatch(/^http:\/\//m);
		expect(await project.read('space/blog/second.md')).toContain('title: Second');
		await project.run('npx astro check');
		expect(guide.rest()).toEqual([
			'more: { link: blog/hello, anchor: times }              # a story, by its full slug',
			'intro:',
		]);
	});

	it('runs the tests of a site', async () => {
		const guide = await openGuide('testing.md', project);
		const { printed } = await guide.follow();
		// The examples for other clients of the service.
		const others = ['const space = createSpace('];
		expect(guide.rest()).toEqual(others.map((start) => expect.stringContaining(start)));
		expect(printed).toHaveLength(4);
		expect(printed[0]).toMatch(/pass 1\b/);
		expect(printed[1]).toContain('0 errors');
	});

	describe('on a host', () => {
		/** The folder that a host keeps from one build to the next. */
		const cache = () => join(project.folder, '.cache-of-the-host');
		const astro = () => join(project.folder, 'node_modules/.astro');
		const copied = async (from: string, to: string) => {
			await rm(to, { recursive: true, force: true });
			await cp(from, to, { recursive: true }).catch(() => undefined);
		};
		const save = () => copied(astro(), cache());
		const restore = () => copied(cache(), astro());
		/** Removes what a fresh checkout does not have. */
		const checkOut = () => project.run('rm -rf dist public node_modules/.astro');
		/**
		 * Like `npm ci`, but without comparing the lockfile, which fails if a registry does not have the packages of all
		 * platforms.
		 */
		const cleanInstall = 'rm -rf node_modules && npm install';
		/** Builds twice, each time on a new machine. */
		const twice = async (build: () => Promise<string>) => {
			for (const counts of ['12 pages rendered, 0 kept', '0 pages rendered, 12 kept']) {
				await checkOut();
				expect(await build()).toContain(counts);
			}
		};
		const guideTo = async (section: string) => {
			const guide = await openGuide('hosts.md', project);
			return guide.follow(section);
		};

		it('keeps the cache on Netlify', async () => {
			await guideTo('Netlify');
			const [, command] = /command = "(.*)"/.exec(await project.read('netlify.toml')) ?? [];
			const plugin = await import(pathToFileURL(join(project.folder, 'plugins/astro-cache/index.js')).href);
			const folders: string[] = [];
			const utils = {
				cache: {
					save: (folder: string) => folders.push(folder) && save(),
					restore: (folder: string) => folders.push(folder) && restore(),
				},
			};
			await twice(async () => {
				await plugin.onPreBuild({ utils });
				const output = await project.run(`npx ${command}`);
				await plugin.onPostBuild({ utils });
				return output;
			});
			expect(new Set(folders)).toEqual(new Set(['node_modules/.astro']));
		});

		it('keeps the cache on Vercel and Cloudflare', async () => {
			await guideTo('Vercel');
			const { installCommand } = JSON.parse(await project.read('vercel.json'));
			await project.run('npx astro build');
			await project.run(installCommand);
			expect(await project.run('npx astro build')).toContain('0 pages rendered, 12 kept');
			await guideTo('Cloudflare Pages');
			expect(await project.read('.node-version')).toBe('24\n');
		});

		it('keeps the cache in GitHub Actions, and checks it every night', async () => {
			await guideTo('GitHub Actions and Pages');
			const { jobs } = parse(await project.read('.github/workflows/deploy.yml'));
			await twice(async () => {
				let output = '';
				for (const { run, uses } of jobs.build.steps) {
					if (uses?.startsWith('actions/cache@')) await restore();
					if (run) output += await project.run(run.replace('npm ci', cleanInstall));
				}
				await save();
				return output;
			});

			await guideTo('A nightly check');
			const { jobs: nightly } = parse(await project.read('.github/workflows/verify.yml'));
			await checkOut();
			let output = '';
			for (const { run, uses } of nightly.verify.steps) {
				if (uses?.startsWith('actions/cache/restore@')) await restore();
				// What the other workflow installed is there.
				if (run && run !== 'npm ci') output += await project.run(run);
			}
			expect(output).toContain('Checked 12 cached pages: 0 stale');
		});

		it('keeps the cache in GitLab', async () => {
			await guideTo('GitLab Pages');
			const { before_script: before, script } = parse(await project.read('.gitlab-ci.yml')).pages;
			await twice(async () => {
				await restore();
				const lines = ['set -e', ...before, ...script].join('\n');
				const output = await project.run(lines.replace('npm ci', cleanInstall));
				await save();
				return output;
			});
			expect(await project.read('public/blog/first/index.html')).toContain('<strong>Markdown</strong>');
		});

		it('builds on a plain server', async () => {
			await guideTo('A plain server');
			const [, line = ''] =
				/ExecStart=\/usr\/bin\/(.*)/.exec(await project.read('etc/systemd/system/site.service')) ?? [];
			const space = await serve();
			for (const [, name = ''] of (await project.read('etc/site.env')).matchAll(/^(\w+)=…$/gm))
				project.env[name] = name === 'SLUGLINE_TOKEN' ? space.tokens.public : secret;
			const receiver = await project.start(line.replace('8787', '0'));
			expect(await callHook(receiver.url, 'blog/first')).toBe(202);
			await expect.poll(pages).toContain('blog/first/index.html');
		});
	});

	describe('with a site of @storyblok/astro', () => {
		const site = {
			'package.json':
				'{ "name": "site", "private": true, "type": "module", "dependencies": { "astro": "^7.3.0", "@storyblok/astro": "^10.2.0" } }\n',
			'.gitignore': 'node_modules/\ndist/\n.astro/\n',
			'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
import { defineConfig } from 'astro/config';

export default defineConfig({
	integrations: [
		storyblok({
			accessToken: process.env.STORYBLOK_TOKEN,
			components: { page: 'storyblok/Page', teaser: 'storyblok/Teaser' },
		}),
	],
});
`,
			'src/pages/[...slug].astro': `---
import { useStoryblokApi } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';

export async function getStaticPaths() {
	const { data } = await useStoryblokApi().get('cdn/links', { version: 'published' });
	return Object.values(data.links).map((link) => ({ params: { slug: link.slug === 'home' ? undefined : link.slug } }));
}

const { data } = await useStoryblokApi().get(\`cdn/stories/\${Astro.params.slug ?? 'home'}\`, { version: 'published' });
---

<html lang="en"><head><title>{data.story.name}</title></head><body><StoryblokComponent blok={data.story.content} /></body></html>
`,
			'src/storyblok/Page.astro': `---
import { storyblokEditable } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';

const { blok } = Astro.props;
---

<main {...storyblokEditable(blok)}>{blok.body?.map((inner) => <StoryblokComponent blok={inner} />)}</main>
`,
			'src/storyblok/Teaser.astro': '<h2>{Astro.props.blok.headline}</h2>\n',
			'content/home.md': story({
				component: 'page',
				body: [{ component: 'teaser', headline: 'Low tide' }],
			}),
			'content/about.md': story({
				component: 'page',
				body: [{ component: 'teaser', headline: 'About us' }],
			}),
			'content/space.yaml': 'name: Harbor\n',
		};
		/** Such a site, and the space that it shows. */
		const moving = async () => {
			const moved = await fresh();
			for (const [path, text] of Object.entries(site)) await moved.write(path, text);
			await moved.save();
			const space = await serve(join(moved.folder, 'content'));
			moved.env = { ...project.env, STORYBLOK_TOKEN: space.tokens.public };
			return moved;
		};
		const expectPages = async (moved: FreshProject) => {
			await moved.run('npx astro build');
			const files = await moved.output();
			expect(files['index.html']).toContain('Low tide</h2>');
			expect(files['about/index.html']).toContain('About us</h2>');
			expect(await moved.run('npx astro build')).toContain('0 pages rendered, 2 kept');
		};

		it('works with unchanged calls', async () => {
			const moved = await moving();
			const guide = await openGuide('compat.md', moved);
			await guide.follow();
			expect(guide.rest()).toEqual([]);
			await expectPages(moved);
		});

		it('migrates with a command', async () => {
			const moved = await moving();
			const guide = await openGuide('moving.md', moved);
			const { printed } = await guide.follow('Let a command do it');
			expect(printed[0]).toMatch(/^\+import .* from 'astro-slugline\/compat'/m);
			await moved.run('npm install');
			await expectPages(moved);
		});

		it('migrates by hand', async () => {
			const moved = await moving();
			const guide = await openGuide('moving.md', moved);
			await guide.follow('By hand');
			expect(await moved.read('src/storyblok/Page.astro')).toContain("from 'astro-slugline/rendering'");
			expect(await moved.read('src/storyblok/Page.astro')).toContain('astro-slugline/components/Blok.astro');
			expect(guide.rest()).toEqual([
				'npx create-slugline migrate           # shows the change as a diff, and what is left',
			]);
		});
	});
});

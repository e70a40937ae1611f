import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bodyOf, headersOf } from '../rebuild/support/calls.js';
import { listen } from './listen.js';
import { createSite, type Site, shellEnvironment } from './site.js';
import { start } from './started.js';

export const secret = 'the secret of the webhook';

/** The config of a site with `@astrojs/node` and Astro's cache in memory. */
export const liveConfig = (options = "defaultLanguage: 'en', rebuild: {}", rest = ''): string => `
import node from '@astrojs/node';
import { defineConfig, memoryCache } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	adapter: node({ mode: 'standalone' }),
	cache: { provider: memoryCache() },
	integrations: [slugline({ ${options} })],
	${rest}
});`;

export const liveCollections = `
import { defineLiveCollection } from 'astro:content';
import { liveDatasource, liveLinks, liveStories } from 'astro-slugline/live';
export const collections = {
	live: defineLiveCollection({ loader: liveStories() }),
	links: defineLiveCollection({ loader: liveLinks() }),
	colors: defineLiveCollection({ loader: liveDatasource('colors') }),
};`;

/** A story of a folder. */
export const story = (title: string, fields = ''): string => `---
name: ${title}
content:
  component: article
  title: ${title}
${fields}---
Text.
`;

/** Serves the folder `content` of a site over HTTP, and counts what is asked. */
export async function serveContent(site: Site) {
	const space = site.space('content');
	await space.ready();
	const requests: string[] = [];
	const { url, close } = await listen(async (request, response) => {
		const address = new URL(request.url ?? '/', space.url);
		const shown = new URL(address);
		shown.searchParams.delete('token');
		requests.push(shown.pathname + shown.search);
		if (service.isDown) return response.writeHead(500).end('{}');
		const answer = await space.fetch(address, { redirect: 'manual' });
		const headers = Object.fromEntries(answer.headers);
		const location = headers['location'];
		if (location) headers['location'] = location.replace(space.url, '');
		response.writeHead(answer.status, headers).end(service.changed(await answer.text()));
	});
	const service = {
		...{ space, url },
		/** What was asked, without tokens. */
		requests,
		/** Answers every request with 500 while true. */
		isDown: false,
		/** What is sent in place of an answer. */
		changed: (text: string) => text,
		env: { SLUGLINE_TOKEN: space.tokens.public, SLUGLINE_BASE_URL: url },
	};
	site.onDelete(close);
	return service;
}

/** Starts what a build made. It ends with the site at the latest. */
export async function startServer(site: Site, env: Record<string, string>, hookPath = '/_slugline/rebuild') {
	const { child, output, until, stop } = start(process.execPath, ['dist/server/entry.mjs'], {
		cwd: site.folder,
		env: {
			...shellEnvironment(),
			...{ SLUGLINE_WEBHOOK_SECRET: secret, HOST: '127.0.0.1', PORT: '0' },
			...env,
		},
	});
	site.onDelete(stop);
	const url = await until(() => /Server listening on (http:\/\/[\w.]+:\d+)/.exec(output())?.[1]);
	return {
		url,
		output,
		/** The status, the cache's word, and the body of a page. */
		async ask(path: string, init?: RequestInit) {
			const response = await fetch(url + path, init);
			const { status, headers } = response;
			return { status, cache: headers.get('x-astro-cache'), text: await response.text(), headers };
		},
		/** Bytes of memory that the process has. */
		async memory() {
			const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
			return Number(stdout) * 1024;
		},
		/** Sends a webhook call and resolves to its status. */
		async call(trigger: string, fields: Record<string, unknown>, key: string | null = secret) {
			const body = bodyOf(trigger, fields);
			const headers = headersOf(trigger, body, { secret: key });
			const response = await fetch(url + hookPath, { method: 'POST', body, headers });
			await response.text();
			return response.status;
		},
		stop,
	};
}

/** Builds and starts a site with live collections whose folder `content` is served as the space. All ends with the site. */
export async function openLive(files: Record<string, string>, env: Record<string, string> = {}) {
	const site = await createSite({
		'astro.config.mjs': liveConfig(),
		'src/live.config.ts': liveCollections,
		'content/space.yaml': 'name: Small\n',
		...files,
	});
	const service = await serveContent(site);
	await site.built(service.env);
	return { site, service, server: await startServer(site, { ...service.env, ...env }) };
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { photoHost } from './src/lib/photo-host.js';

const folder = fileURLToPath(new URL('photographs/', import.meta.url));

/** An original, `/f/4711/1200x675/first-boat/first-boat.jpg`, and what is to be made of it, `/m/900x420/filters:format(webp)`. */
const address = /^\/f\/\d+\/\d+x\d+\/[^/]+\/([\w-]+\.jpg)(?:\/m(?:\/(\d+)x(\d+))?(?:\/filters:(.*))?)?$/;

/**
 * Answers like the image service of a real space, from the folder `photographs`: sizes, crops around the center, formats, and
 * quality.
 *
 * @param {string} path path of an image
 * @returns {Promise<Response>} status 404 for another path
 */
async function imageAt(path) {
	const [, file, width, height, filters = ''] = address.exec(decodeURI(path)) ?? [];
	const original = file && (await readFile(`${folder}${file}`).catch(() => undefined));
	if (!original) return new Response('Not found', { status: 404 });
	const format = /format\((webp|avif|jpeg|png)\)/.exec(filters)?.[1] ?? 'jpeg';
	const quality = Number(/quality\((\d+)\)/.exec(filters)?.[1] ?? 70);
	const image = await sharp(original)
		// 0 stands for the size that follows from the other one.
		.resize(Number(width) || null, Number(height) || null)
		.toFormat(format, { quality })
		.toBuffer();
	return new Response(image, { headers: { 'Content-Type': `image/${format}` } });
}

/**
 * Stands in for the image service of a real space, so that the photographs need no network. Builds download from it; in dev, it
 * answers on Astro's own server.
 *
 * @returns {import('astro').AstroIntegration}
 */
export function imageService() {
	const { fetch } = globalThis;
	return {
		name: 'image-service',
		hooks: {
			'astro:build:start'() {
				globalThis.fetch = (input, init) => {
					const url = new URL(input instanceof Request ? input.url : input);
					return url.host === photoHost ? imageAt(url.pathname) : fetch(input, init);
				};
			},
			// Runs after the same hook of slugline(), which waits for all downloads.
			'astro:build:done'() {
				globalThis.fetch = fetch;
			},
			'astro:server:setup'({ server }) {
				server.middlewares.use(async (request, response, next) => {
					if (!request.url?.startsWith('/f/')) return next();
					const image = await imageAt(request.url);
					response.writeHead(image.status, Object.fromEntries(image.headers));
					response.end(Buffer.from(await image.arrayBuffer()));
				});
			},
		},
	};
}

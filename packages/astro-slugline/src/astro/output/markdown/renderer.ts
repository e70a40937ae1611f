import type { AstroConfig } from 'astro';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { z } from 'zod';
import { once } from '../../../shared/once.js';
import type { RenderMarkdown } from '../../page/tracking/index.js';
import { checkOpenElements, hasManyQuotes } from './limits.js';
import { safeHtml } from './sanitize.js';
import { checkTables } from './table-size.js';

type Markdown = AstroConfig['markdown'];
type Tree = ReturnType<typeof fromHtml>;

/** Renders Markdown fields with the processor and the settings of astro.config. The processor is created on first use. */
export function createMarkdown(config: Markdown, dataAttributes: readonly string[]): RenderMarkdown {
	const schema = safeHtml(dataAttributes);
	const rendererOf = (smartypants: Markdown['smartypants']) =>
		config.processor.createRenderer({
			syntaxHighlight: config.syntaxHighlight,
			shikiConfig: config.shikiConfig,
			gfm: config.gfm,
			smartypants,
			// Images of a field stay on the service's hosts.
			image: { domains: [], remotePatterns: [] },
		});
	const usual = once(() => rendererOf(config.smartypants));
	const withPlainQuotes = once(() => rendererOf(false));
	const render = async (text: string) => {
		const renderer = await (hasManyQuotes(text) ? withPlainQuotes() : usual());
		return (await renderer.render(text)).code;
	};
	return async (text, { trusted }) => {
		checkTables(text);
		const html = await render(text).catch((error: unknown) => {
			if (error instanceof URIError) return render(withGoodAddresses(text));
			throw error;
		});
		if (trusted && !html.includes(marker)) return html;
		checkOpenElements(html);
		const tree = fromHtml(html, { fragment: true });
		restoreImages(tree);
		return trusted ? toHtml(tree, { allowDangerousHtml: true }) : toHtml(sanitize(tree, schema));
	};
}

/** Escapes percent signs in malformed addresses, for which Astro's processor throws. */
function withGoodAddresses(text: string): string {
	return text.replace(/\]\(([^)\s]*)/g, (all, address: string) => {
		try {
			decodeURI(address);
			return all;
		} catch {
			return `](${address.replaceAll('%', '%25')}`;
		}
	});
}

/** Astro's mark on an image with a relative address, which it takes for a local file. */
const marker = '__ASTRO_IMAGE_';

const imageSchema = z.object({
	src: z.string(),
	alt: z.string().optional(),
	title: z.string().optional(),
});

/** The attributes in the mark; none if an editor wrote the mark. */
function imageProperties(mark: string): z.infer<typeof imageSchema> | Record<string, never> {
	try {
		return imageSchema.safeParse(JSON.parse(mark)).data ?? {};
	} catch {
		return {};
	}
}

function restoreImages(tree: Tree): void {
	const nodes: { children?: Tree['children'] }[] = [tree];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		for (const child of node.children ?? []) {
			if (child.type !== 'element') continue;
			nodes.push(child);
			const mark = child.properties[marker.toLowerCase()];
			if (child.tagName !== 'img' || typeof mark !== 'string') continue;
			child.properties = imageProperties(mark);
		}
	}
}

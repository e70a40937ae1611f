import type { AstroConfig, MarkdownHeading } from 'astro';
import { parsedJson } from 'astro-keep/shared/json';
import { once } from 'astro-keep/shared/once';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { z } from 'zod';
import { withoutTimeLimit } from '../../../shared/without-time-limit.js';
import { checkNesting, checkOpenElements, checkTables, hasManySigns } from './limits.js';
import { safeHtml } from './sanitize.js';

type Markdown = AstroConfig['markdown'];
type Tree = ReturnType<typeof fromHtml>;

/** Renders Markdown to HTML, with its headings and what plugins found out. */
export type RenderBody = (
	text: string,
	options: {
		/** Keeps all HTML in the text. */
		trusted: boolean;
		/** The file that the text stands for, which plugins may ask for. */
		fileURL?: URL | undefined;
	},
) => Promise<{
	html: string;
	headings: MarkdownHeading[];
	/** What plugins have put there, such as a reading time. */
	frontmatter: Record<string, unknown>;
}>;

/** Renders Markdown with the processor and the settings of astro.config. The processor is created on first use. */
export function createRenderer(config: Markdown, dataAttributes: readonly string[]): RenderBody {
	const schema = safeHtml(dataAttributes);
	const rendererOf = (smartypants: Markdown['smartypants']) =>
		config.processor.createRenderer({
			syntaxHighlight: config.syntaxHighlight,
			shikiConfig: {
				...config.shikiConfig,
				transformers: [withoutTimeLimit, ...(config.shikiConfig?.transformers ?? [])],
			},
			gfm: config.gfm,
			smartypants,
			// Images of a field stay on the service's hosts.
			image: { domains: [], remotePatterns: [] },
		});
	const usual = once(() => rendererOf(config.smartypants));
	const withPlainSigns = once(() => rendererOf(false));
	const render = async (text: string, fileURL?: URL) => {
		const renderer = await (hasManySigns(text) ? withPlainSigns() : usual());
		const { code, metadata } = await renderer.render(text, fileURL && { fileURL, frontmatter: {} });
		return { html: code, headings: metadata.headings, frontmatter: metadata.frontmatter ?? {} };
	};
	return async (text, { trusted, fileURL }) => {
		checkNesting(text);
		checkTables(text);
		const { html, ...more } = await render(text, fileURL).catch((error: unknown) => {
			if (error instanceof URIError) return render(withGoodAddresses(text), fileURL);
			throw error;
		});
		if (trusted && !html.includes(marker)) return { html, ...more };
		checkOpenElements(html);
		const tree = fromHtml(html, { fragment: true });
		restoreImages(tree);
		const clean = trusted ? toHtml(tree, { allowDangerousHtml: true }) : toHtml(sanitize(tree, schema));
		return { html: clean, ...more };
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

/** The attributes in the mark. */
const imageSchema = z.object({
	src: z.string(),
	alt: z.string().optional(),
	title: z.string().optional(),
});

function restoreImages(tree: Tree): void {
	const nodes: { children?: Tree['children'] }[] = [tree];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		for (const child of node.children ?? []) {
			if (child.type !== 'element') continue;
			nodes.push(child);
			const mark = child.properties[marker.toLowerCase()];
			if (child.tagName !== 'img' || typeof mark !== 'string') continue;
			// An editor may have written the mark.
			child.properties = imageSchema.safeParse(parsedJson(mark)).data ?? {};
		}
	}
}

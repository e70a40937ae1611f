import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { slashed } from 'astro-keep/shared/module-path';
import { uneval } from 'devalue';
import { withoutTimeLimit } from '../../shared/without-time-limit.js';
import { inPlace, type VirtualModule } from './plugin.js';

/** Astro's processors by the name of the function that makes one, with its package. */
const processors: Readonly<Record<string, string>> = {
	satteri: '@astrojs/markdown-satteri',
	unified: '@astrojs/markdown-remark',
};

const rendererFile = JSON.stringify(
	slashed(fileURLToPath(new URL('../output/markdown/renderer.js', import.meta.url))),
);

/**
 * Makes the Markdown processor of astro.config again, for pages that a server renders. Static pages get the processor itself. On
 * Cloudflare, Astro's processor does not run.
 *
 * @param dataAttributes names of `data-*` attributes that editors may set
 */
export function markdownModule(
	config: () => Pick<AstroConfig, 'markdown' | 'adapter' | 'root'>,
	dataAttributes: readonly string[],
): VirtualModule {
	return {
		code(_consumer, environment) {
			const { markdown, adapter, root } = config();
			const { syntaxHighlight, gfm, smartypants, processor } = markdown;
			const transformers = markdown.shikiConfig?.transformers?.filter((one) => one !== withoutTimeLimit);
			const shikiConfig = { ...markdown.shikiConfig, transformers };
			const { name, options } = processor;
			const isOnNode = environment === 'ssr' && adapter?.name !== '@astrojs/cloudflare';
			const from = isOnNode ? fileOf(processors[name], root) : undefined;
			if (from === undefined) return 'export const markdown = undefined;';
			const settings = [{ syntaxHighlight, shikiConfig, gfm, smartypants }, options];
			const plain = settings.map((all) =>
				Object.fromEntries(Object.entries(all).filter(([, value]) => codeOf(value))),
			);
			const isComplete = codeOf(settings) !== undefined;
			return `import { createRenderer } from ${rendererFile};
import { ${name} } from ${JSON.stringify(inPlace(slashed(from)))};
const [shared, options] = ${uneval(plain)};
const config = { ...shared, processor: ${name}(options) };
const render = async (text, options) => (await rendered(text, options)).html;
export const markdown = { isComplete: ${isComplete}, render };
const rendered = createRenderer(config, ${JSON.stringify(dataAttributes)});`;
		},
	};
}

/** A value as code; undefined if it has functions, such as plugins. */
function codeOf(value: unknown): string | undefined {
	try {
		return uneval(value);
	} catch {
		return undefined;
	}
}

/**
 * The file of a package that Astro depends on, or else the site. Servers import it by its path: pnpm shows a site only what it
 * depends on itself, and where its commands find more, in the folders of NODE_PATH, a bundler does not look.
 */
function fileOf(name: string | undefined, root: URL): string | undefined {
	if (name === undefined) return undefined;
	const site = fileURLToPath(new URL('package.json', root));
	const astro = resolvedFrom(site, 'astro/package.json');
	return (astro && resolvedFrom(astro, name)) ?? resolvedFrom(site, name);
}

function resolvedFrom(file: string, specifier: string): string | undefined {
	try {
		return createRequire(file).resolve(specifier);
	} catch {
		// Node does not find it there.
		return undefined;
	}
}

import { fileURLToPath } from 'node:url';
import { exactly, slashed } from 'astro-keep/shared/module-path';
import type { Plugin } from 'vite';

const renderer = slashed(fileURLToPath(new URL('../../page/rendering/linked-content.js', import.meta.url)));

/** Makes links in the text of entries lead to stories: `render()` of `astro:content` finds their addresses as links in rich text do. */
export const entryLinksPlugin = (): Plugin => ({
	name: 'astro-slugline:entry-links',
	transform: {
		filter: exactly('\0astro:content'),
		handler(code) {
			const renamed = code.replace('export const render =', 'const renderEntry =');
			if (renamed === code)
				this.warn(
					"Links in the text of entries lead where they were written, because this version of Astro renders entries in another way. Use the version that the package's documentation names.",
				);
			const { name, config } = this.environment;
			if (renamed === code || config.consumer === 'client') return undefined;
			const from = JSON.stringify(renderer);
			// A build repeats the reads of links before it renders a page, and can do so only once this module is loaded.
			return name === 'prerender'
				? `import { renderLinked } from ${from};\n${renamed}\nexport const render = (entry) => renderLinked(renderEntry, entry);`
				: `${renamed}\nexport const render = async (entry) => (await import(${from})).renderLinked(renderEntry, entry);`;
		},
	},
});

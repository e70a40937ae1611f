import type { Story } from 'astro-slugline/types';

/** What Starlight knows of a page: its front matter, and its Markdown. */
export function pageOf(story: Story<'home'> | Story<'page'>) {
	const { component, description, text } = story.content;
	const data = { title: story.name, description };
	return {
		data:
			component === 'home'
				? {
						...data,
						template: 'splash',
						hero: { tagline: story.content.tagline, actions, image: { html: picture } },
					}
				: data,
		body: withSiteLinks(String(text ?? ''), story.full_slug),
		filePath: `space/${story.full_slug === 'home' ? 'index' : story.full_slug}.md`,
		// Whoever may write these pages may write the code of the site, too.
		trusted: true,
	};
}

const picture =
	'<img src="/images/editor.webp" width="1440" height="900" style="max-width: 100%; height: auto" alt="A space in a folder, its editor, and the site as an editor types" />';

const actions = [
	{ text: 'Get started', link: '/start/', icon: 'right-arrow' },
	{ text: 'Moving from another package', link: '/moving/', variant: 'minimal' },
];

/**
 * Links between the Markdown files, as addresses of the site. The files keep the links that GitHub follows.
 *
 * @example withSiteLinks('[Errors](../errors.md#sync)', 'reference/cli') // '[Errors](/errors/#sync)'
 */
export function withSiteLinks(text: string, slug: string): string {
	const base = new URL(slug, 'https://docs.invalid/');
	return text
		.replace(/\]\(([\w./-]+)\.md(#[\w-]*)?\)/g, (_, path: string, anchor = '') => {
			const { pathname } = new URL(path, base);
			return `](${pathname === '/index' ? '/' : `${pathname}/`}${anchor})`;
		})
		.replaceAll('](../public/', '](/');
}

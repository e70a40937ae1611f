import { lookUp, storyCollections } from '../paths/index.js';
import { linkedHtml } from './linked-html.js';

/** What the rendering of an entry needs of the entry. */
interface RenderedEntry {
	id: string;
	collection: string;
	rendered?: { html?: string } | undefined;
}

type Component = (result: { request: Request }, ...given: unknown[]) => unknown;

/**
 * Renders an entry as `render()` of `astro:content` does. The links in the text of a story lead where they would lead in its rich text
 * when its `Content` is shown, from the story's own page, or else from the page that shows it.
 */
export async function renderLinked<Result extends { Content: object }>(
	render: (entry: RenderedEntry) => Promise<Result>,
	entry: RenderedEntry,
): Promise<Result> {
	const rendered = await render(entry);
	const html = entry?.rendered?.html;
	if (html === undefined || !storyCollections().includes(entry.collection)) return rendered;
	const { collection, id } = entry;
	const shown: Component = async (result, ...given) => {
		const from = lookUp({ by: 'entry', collection, id }) ? { collection, id } : new URL(result.request.url);
		const linked = { ...entry.rendered, html: linkedHtml(html, { from }) };
		const { Content } = await render({ ...entry, rendered: linked });
		return (Content as Component)(result, ...given);
	};
	return {
		...rendered,
		Content: Object.defineProperties(shown, Object.getOwnPropertyDescriptors(rendered.Content)),
	};
}

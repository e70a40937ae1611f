import { getCollection } from 'astro:content';
import { sidebar } from '../../sidebar.js';

/** The pages as Markdown, for language models: https://llmstxt.org */
export async function GET() {
	const pages = new Map((await getCollection('docs')).map((entry) => [entry.id, entry.data]));
	const lineOf = (id: string) => {
		const page = pages.get(id);
		return `- [${page?.title}](/${id}.md): ${page?.description}`;
	};
	const sections = sidebar.map(({ label, items }) => `## ${label}\n\n${items.map(lineOf).join('\n')}`);
	return new Response(`# Slugline\n\n> ${pages.get('index')?.description}\n\n${sections.join('\n\n')}\n`);
}

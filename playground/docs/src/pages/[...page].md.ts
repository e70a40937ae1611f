import { getCollection } from 'astro:content';
import type { APIContext } from 'astro';

/** Each page as Markdown, at its address with `.md`. */
export async function getStaticPaths() {
	const pages = await getCollection('docs', ({ id }) => id !== '404');
	return pages.map((entry) => ({ params: { page: entry.id }, props: { entry } }));
}

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export function GET({ props: { entry } }: APIContext<Props>) {
	const { title, description } = entry.data;
	return new Response(`# ${title}\n\n${description}\n\n${entry.body?.trim()}\n`);
}

import { count } from 'astro-keep/shared/text/named';
import { createDeliveryClient } from '../../client/index.js';
import { type Finding, good, open, words, wrong } from './finding.js';
import { checkHost } from './host.js';

/**
 * Checks a folder that a site is built from: whether it can be served, what it contains, and what is probably
 * a mistake.
 */
export async function checkFolder(folder: string): Promise<Finding[]> {
	const { createSpace } = await import('../../space/index.js');
	const space = createSpace(folder);
	try {
		await space.ready();
		const { tokens, url, fetch } = space;
		const client = createDeliveryClient({ token: tokens.public, baseUrl: url, fetch, rateLimit: false });
		const { name, language_codes } = await client.currentSpace();
		const languages = language_codes ?? [];
		const links = await client.links.all({ version: 'published' });
		const stories = links.filter(({ is_folder, published }) => !is_folder && published);
		return [
			good('Folder', `${folder} is the space "${name}".`),
			good(
				'Languages',
				languages.length > 0
					? `Besides its default language, the space has ${languages.join(', ')}.`
					: 'The space has its default language only.',
			),
			stories.length > 0
				? good('Stories', `${count(stories.length, 'published story', 'published stories')}.`)
				: wrong('Stories', 'No story is published.', 'Write one: `index.md` is the home page.'),
			...[...space.mistakes().map(({ message }) => message), ...space.warnings()].map((sentence) =>
				open('Files', sentence, ''),
			),
			...checkHost(process.cwd()),
		];
	} catch (error) {
		return [wrong('Folder', `${folder} cannot be served: ${words(error)}`, 'Correct the named file.')];
	} finally {
		await space.close();
	}
}

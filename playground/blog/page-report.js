import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createSpace } from 'astro-slugline/space';

const folder = fileURLToPath(new URL('space', import.meta.url));

/**
 * Writes `page-report.json` into the output: of each page, why the build rendered it, or that it is unchanged, and what it read.
 * The strip at the foot of each page shows it. Pages cannot contain this, because it differs from one build to the next.
 *
 * @returns {import('astro').AstroIntegration}
 */
export const pageReport = () => ({
	name: 'page-report',
	hooks: {
		async 'slugline:pages'({ pages, dir }) {
			const names = await storyNames();
			const report = pages.map(({ path, reason, stories, collections }) => [
				path,
				{ reason, stories: stories.flatMap((uuid) => names.get(uuid) ?? []).sort(), collections },
			]);
			await writeFile(new URL('page-report.json', dir), JSON.stringify(Object.fromEntries(report)));
		},
	},
});

/**
 * The names of all published stories by their uuid.
 *
 * @returns {Promise<Map<string, string>>}
 */
async function storyNames() {
	const space = createSpace(folder);
	try {
		const query = `token=${space.tokens.public}&version=published&per_page=1000`;
		const response = await space.fetch(`${space.url}/v2/cdn/links?${query}`);
		/** @type {{ links: Record<string, { uuid: string, name: string }> }} */
		const { links } = await response.json();
		return new Map(Object.values(links).map(({ uuid, name }) => [uuid, name]));
	} finally {
		await space.close();
	}
}

import { readFileSync } from 'node:fs';

const manifest = new URL('../../packages/astro-slugline/package.json', import.meta.url);
const { repository }: { repository?: { url: string } } = JSON.parse(readFileSync(manifest, 'utf8'));

/** Links in the header: the repository, once package.json names it, and the package. */
export const addresses = [
	...(repository
		? [
				{
					icon: 'github' as const,
					label: 'Repository',
					href: repository.url.replace(/^git\+|\.git$/g, ''),
				},
			]
		: []),
	{ icon: 'npm' as const, label: 'npm', href: 'https://www.npmjs.com/package/astro-slugline' },
];

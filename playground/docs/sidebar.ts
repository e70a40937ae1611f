/** The sidebar of the docs: pages by the slugs of their stories. A test checks that it lists every page once. */
export const sidebar = [
	{ label: 'Begin', items: ['start', 'moving', 'compat', 'questions', 'trust'] },
	{
		label: 'Pages and content',
		items: [
			...['collections', 'routes', 'languages', 'bloks', 'images', 'seo', 'blog', 'recipes'],
			...['not-found', 'starlight'],
		],
	},
	{ label: 'Without an account', items: ['space', 'stand-in', 'testing'] },
	{ label: 'For editors', items: ['preview', 'preview-deployed', 'editor'] },
	{
		label: 'Builds and hosts',
		items: ['incremental', 'builds', 'rebuild', 'hosts', 'deploying', 'live', 'live-caching'],
	},
	{ label: 'Reference', items: ['configuration', 'cli', 'client', 'errors', 'benchmarks'] },
	{
		label: 'From the source',
		items: [
			...[
				'options',
				'components',
				'commands',
				'errors',
				'integration',
				'loaders',
				'live',
				'types',
				'paths',
				'content',
			],
			...['rendering', 'client', 'management', 'rebuild', 'space'],
			...['compat', 'compat-config'],
		].map((page) => `reference/${page}`),
	},
];

/** The sidebar of the docs: pages by the slugs of their stories. A test checks that it lists every page once. */
export const sidebar = [
	{ label: 'Begin', items: ['start', 'moving', 'compat', 'questions', 'trust'] },
	{
		label: 'Guides',
		items: [
			'collections',
			'routes',
			'not-found',
			'bloks',
			'images',
			'seo',
			'incremental',
			'preview',
			'rebuild',
			'live',
			'hosts',
			'space',
			'testing',
			'recipes',
		],
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
			...['rendering', 'client', 'management', 'rebuild', 'space', 'routing', 'sync', 'wire'],
			...['compat', 'compat-config'],
		].map((page) => `reference/${page}`),
	},
];

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The stories of the routes that unit tests of page code have, by name. */
export const uuids = {
	home: uuid(1),
	about: uuid(2),
	german: uuid(3),
	start: uuid(4),
	inside: uuid(5),
	unpublished: uuid(9),
};

const route = (story: string, lang: string, path: string, href: string) => ({
	uuid: story,
	path,
	href,
	param: path === '/' ? undefined : path.slice(1),
	lang,
	locale: lang === 'default' ? 'en' : lang === 'pt_br' ? 'pt-BR' : lang,
	alternates: 0,
	key: `${story} ${lang}`,
});

/**
 * The content of the virtual module of routes: a site under `/base`, with a home, a page in three languages, a German one, and a folder
 * with a start page.
 */
export default {
	collections: { pages: { space: 'default' }, own: { space: 'default', ids: { 'my-about': 'about' } } },
	dataAttributes: ['data-track'],
	patterns: ['/search', '/de/nur/[page]'],
	spaces: {
		default: {
			alternates: [[]],
			languages: [
				{ lang: 'default', locale: 'en', prefix: '', chain: [] },
				{ lang: 'de', locale: 'de', prefix: 'de', chain: [] },
				{ lang: 'pt_br', locale: 'pt-BR', prefix: 'pt-br', chain: [] },
			],
			routes: {
				home: route(uuids.home, 'default', '/', '/base/'),
				about: route(uuids.about, 'default', '/about', '/base/about/'),
				'de/about': route(uuids.about, 'de', '/de/über', '/base/de/%C3%BCber/'),
				'pt_br/about': route(uuids.about, 'pt_br', '/pt-br/sobre', '/base/pt-br/sobre/'),
				guides: { ...route(uuids.start, 'default', '/guides', '/base/guides'), isStart: true },
				'guides/about': route(uuids.inside, 'default', '/guides/about', '/base/guides/about'),
				'de/nur': route(uuids.german, 'de', '/de/nur', '/base/de/nur/'),
			},
		},
	},
};

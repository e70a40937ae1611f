const component = (name: string) => () => () => name;

/** The content of the virtual module of bloks, for unit tests of page code. */
export default {
	components: { hero: component('hero'), teasergrid: component('grid') },
	files: { hero: 'src/bloks/Hero.astro', teasergrid: 'src/bloks/TeaserGrid.astro' },
	clashes: { card: ['src/bloks/Card.astro', 'src/bloks/old/card.astro'] },
	folders: ['src/bloks'],
	missing: 'warn' as const,
	dev: false,
	draft: true,
};

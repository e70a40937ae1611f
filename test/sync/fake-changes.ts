import type { FakeSpace, FakeStory, Variant } from './fake-space.js';

/** One change to a fake space: its kind, and numbers that choose what it affects. */
export interface Change {
	kind: ChangeKind;
	which: number;
	other: number;
}

export const changeKinds = [
	'add',
	'addFolder',
	'edit',
	'edit',
	'saveDraft',
	'publish',
	'unpublish',
	'delete',
	'rename',
	'renameFolder',
	'move',
	'reorder',
	'setPath',
	'translate',
	'publishLanguage',
	'group',
	'group',
	'editEntry',
	'addEntry',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

const pick = <T>(items: T[], number: number): T | undefined => items[number % items.length];

/** Applies a change. Does nothing if there is no story or folder for it. */
export function applyChange(space: FakeSpace, { kind, which, other }: Change): void {
	const all = [...space.stories.values()];
	const stories = all.filter((story) => !story.isFolder);
	const folders = all.filter((story) => story.isFolder);
	const story = pick(stories, which);
	const folder = pick(folders, which);
	const language = pick(['de', 'fr', 'pt-br'], other) ?? 'de';

	if (kind === 'add') {
		const added = addStory(space, { parent: pick([undefined, ...folders], other)?.id ?? null });
		if (other % 4 === 0 && story) added.group = story.group;
		if (other % 5 !== 0) publish(space, added);
	} else if (kind === 'addFolder') {
		addStory(space, { folder: true, parent: null });
		space.bump();
	} else if (kind === 'editEntry' || kind === 'addEntry') {
		changeEntries(space, kind, which, other);
	} else if (kind === 'renameFolder' && folder) {
		// Descendants move along, but none of their dates change.
		folder.slug = `folder-${other}-${folder.id}`;
		space.bump();
	} else if (story) {
		const parent = pick([undefined, ...folders], other)?.id ?? null;
		changeStory({ space, story, other, language, parent, companion: pick(stories, other) ?? story }, kind);
	}
}

interface StoryChange {
	space: FakeSpace;
	story: FakeStory;
	other: number;
	language: string;
	parent: number | null;
	/** The story whose group the changed one joins. */
	companion: FakeStory;
}

function changeStory(
	{ space, story, other, language, parent, companion }: StoryChange,
	kind: ChangeKind,
): void {
	const { variants } = story.draft;
	const former = variants[language];
	const setVariant = (variant: Partial<Variant>) => {
		const whole = { published: false, title: `${language} ${other}`, slug: null, ...former, ...variant };
		story.draft = { ...story.draft, variants: { ...variants, [language]: whole } };
	};
	if (kind === 'edit' || kind === 'saveDraft') {
		story.draft = { ...story.draft, title: `Title ${other}`, price: other % 40 };
		story.updatedAt = space.tick();
		if (kind === 'edit' && story.published) publish(space, story);
	} else if (kind === 'publish') publish(space, story);
	else if (kind === 'publishLanguage') {
		setVariant({ published: !former?.published });
		publish(space, story, story.published);
	} else if (kind === 'translate') {
		const slug = other % 3 === 0 ? `uebersetzt-${story.id}` : null;
		setVariant({ title: `${language} ${other}`, slug });
		story.updatedAt = space.tick();
		if (story.published) publish(space, story);
	} else if (kind === 'group') {
		// Joining a group is saved with the story that joins.
		story.group = other % 3 === 0 ? `group-${story.id}-${other}` : companion.group;
		publish(space, story, story.published);
	} else if (kind !== 'unpublish' || story.published) {
		placements[kind]?.({ space, story, other, language, parent, companion });
		space.bump();
	}
}

/** Changes without a save, which give no new date. */
const placements: Partial<Record<ChangeKind, (change: StoryChange) => void>> = {
	unpublish({ story }) {
		story.published = false;
		if (!Object.values(story.live?.variants ?? {}).some(({ published }) => published)) story.live = undefined;
	},
	delete: ({ space, story }) => void space.stories.delete(story.id),
	rename: ({ story, other }) =>
		void Object.assign(story, { slug: `story-${other}-${story.id}`, name: `Name ${other}` }),
	move: ({ story, parent }) => void Object.assign(story, { parent }),
	reorder: ({ story, other }) => void Object.assign(story, { position: other }),
	setPath: ({ story, other }) =>
		void Object.assign(story, { path: other % 2 === 0 ? null : `special/${story.id}` }),
};

function publish(space: FakeSpace, story: FakeStory, published = true): void {
	const now = space.tick();
	const inSomeLanguage = Object.values(story.draft.variants).some((variant) => variant.published);
	story.published = published;
	story.live = published || inSomeLanguage ? story.draft : undefined;
	story.updatedAt = now;
	story.publishedAt = now;
	space.bump();
}

/** Adds a story (unpublished) or a folder. */
export function addStory(
	space: FakeSpace,
	{ parent = null, folder = false }: { parent?: number | null; folder?: boolean },
): FakeStory {
	const id = space.newId();
	const now = space.tick();
	const story: FakeStory = {
		id,
		uuid: space.uuidOf(id),
		parent,
		isFolder: folder,
		slug: folder ? `folder-${id}` : `story-${id}`,
		name: `Story ${id}`,
		position: 0,
		path: null,
		group: `group-${id}`,
		published: false,
		component: id % 3 === 0 ? 'page' : 'article',
		draft: { title: `Title of ${id}`, price: id % 40, variants: {} },
		live: undefined,
		createdAt: now,
		updatedAt: now,
		publishedAt: null,
	};
	space.stories.set(id, story);
	return story;
}

/** Adds published stories, each with the given languages published. */
export function fill(
	space: FakeSpace,
	count: number,
	languages: string[] = [],
	parent: number | null = null,
): FakeStory[] {
	return Array.from({ length: count }, () => {
		const story = addStory(space, { parent });
		story.draft.variants = Object.fromEntries(
			languages.map((lang) => [lang, { published: true, title: `${lang} of ${story.id}`, slug: null }]),
		);
		publish(space, story);
		return story;
	});
}

function changeEntries(space: FakeSpace, kind: ChangeKind, which: number, other: number): void {
	const source = pick(space.datasources, which);
	const entry = source && pick(source.entries, other);
	if (kind === 'addEntry') {
		const id = space.newId();
		source?.entries.push({
			id,
			name: `Entry ${id % 5}`,
			value: String(other),
			values: { de: `de ${other}` },
		});
	} else if (entry) {
		entry.value = String(other);
		if (other % 3 === 0) delete entry.values['de'];
	}
	space.bump();
}

import { uuidOf } from './content.js';

/** How large a generated space is. */
export interface Size {
	stories: number;
	/** Number of languages, including the default one. */
	languages: number;
}

export interface BenchStory {
	id: number;
	uuid: string;
	/** Its own part of the slug. */
	slug: string;
	folder: BenchFolder;
	component: string;
	revision: number;
	/** Milliseconds since 1970. */
	publishedAt: number;
}

export interface BenchFolder {
	id: number;
	uuid: string;
	slug: string;
}

/** The content types, of which each has a third of the stories. */
export const contentTypes = ['article', 'page', 'product'];

const otherLanguages = ['de', 'fr', 'es', 'it'];

/** Codes of the languages other than the default one. */
export const codesOf = (languages: number): string[] => otherLanguages.slice(0, languages - 1);

export const storiesPerFolder = 100;

export const slugOf = (story: BenchStory): string => `${story.folder.slug}/${story.slug}`;

export const titleOf = (story: BenchStory, lang: string): string =>
	`Story ${story.id}, revision ${story.revision}, ${lang}`;

/** A generated space: folders of 100 stories each, all published in all languages. */
export interface SpaceModel {
	codes: string[];
	stories: BenchStory[];
	folders: BenchFolder[];
	byUuid: Map<string, BenchStory>;
	/** The cache version. */
	cv(): number;
	/** Publishes new content of so many stories, spread over the space. Each call chooses different stories. */
	change(count: number): void;
	/** Renames a folder, a different one each time. Its stories move, but their dates stay the same. */
	renameFolder(): void;
}

const begin = Date.UTC(2026, 0, 1);

export function createModel({ stories: count, languages }: Size): SpaceModel {
	const folders: BenchFolder[] = Array.from({ length: Math.ceil(count / storiesPerFolder) }, (_, number) => ({
		id: 1_000_000 + number,
		uuid: uuidOf(1_000_000 + number),
		slug: `section-${number}`,
	}));
	const stories = folders.flatMap((folder, number) => {
		const first = number * storiesPerFolder;
		return Array.from({ length: Math.min(storiesPerFolder, count - first) }, (_, place): BenchStory => {
			const id = first + place + 1;
			return {
				id,
				uuid: uuidOf(id),
				slug: `story-${id}`,
				folder,
				component: contentTypes[id % contentTypes.length] ?? '',
				revision: 1,
				publishedAt: begin + id * 100,
			};
		});
	});
	let clock = Date.UTC(2026, 1, 1);
	let edits = 0;
	const edit = () => {
		clock += 60_000;
		edits += 1;
		return edits;
	};

	return {
		codes: codesOf(languages),
		stories,
		folders,
		byUuid: new Map(stories.map((story) => [story.uuid, story])),
		cv: () => clock / 1000,
		change(wanted) {
			const offset = edit() * 17;
			const step = Math.max(1, Math.floor(stories.length / wanted));
			for (let n = 0; n < wanted; n++) {
				const story = stories[(offset + n * step) % stories.length];
				if (!story) continue;
				story.revision += 1;
				story.publishedAt = clock + n;
			}
		},
		renameFolder() {
			const number = edit();
			const folder = folders[number % folders.length];
			if (folder) folder.slug = `${folder.slug.replace(/-renamed-\d+$/, '')}-renamed-${number}`;
		},
	};
}

/** One language of a story in the fake space. */
export interface Variant {
	published: boolean;
	title: string;
	/** Replaces the last part of the slug, where the space translates slugs. */
	slug: string | null;
}

/** A story or folder of the fake space. What is published is a copy of its own. */
export interface FakeStory {
	id: number;
	uuid: string;
	parent: number | null;
	isFolder: boolean;
	slug: string;
	name: string;
	position: number;
	path: string | null;
	group: string;
	published: boolean;
	component: string;
	draft: Body;
	live: Body | undefined;
	createdAt: number;
	updatedAt: number;
	publishedAt: number | null;
}

/** What a story says, in all languages. */
export interface Body {
	title: string;
	price: number;
	variants: Record<string, Variant>;
}

/** A moment as stories have it, with milliseconds, from seconds. */
export const storyTime = (seconds: number | null) =>
	seconds === null ? null : new Date(seconds * 1000 + 123).toISOString();

/** A moment as links have it. */
export const linkTime = (seconds: number | null) =>
	seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', '+0000');

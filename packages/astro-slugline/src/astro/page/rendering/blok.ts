import bloks from 'virtual:astro-slugline/bloks';
import { AstroError } from 'astro/errors';
import { type BlokComponent, foldName } from '../data/index.js';
import { notice } from '../tracking/index.js';

/** What is read of a blok, or of a story's content. */
export interface BlokLike {
	component: string;
	_uid?: string | undefined;
	/** Only in drafts: the comment by which the visual editor knows the blok. */
	_editable?: string | undefined;
}

/** What `<Blok>` takes: a blok, a list of them, or a field that may be empty. */
export type BlokField = BlokLike | readonly BlokLike[] | string | null | undefined;

/** The bloks of a field: none, one or many. What is no blok is left out. */
export function bloksOf(field: BlokField): readonly BlokLike[] {
	if (Array.isArray(field)) return field.every(isBlok) ? field : field.filter(isBlok);
	return isBlok(field) ? [field] : [];
}

const isBlok = (value: unknown): value is BlokLike =>
	typeof value === 'object' && value !== null && 'component' in value && typeof value.component === 'string';

const known = new Map<string, BlokComponent | undefined>();

/**
 * The user's component for a content type; undefined where there is none, which is told for the page.
 *
 * @throws {AstroError} where there is none and the option `missingBlok` is `error`
 */
export function componentOf(type: string, page?: string): BlokComponent | undefined {
	const component = known.get(type);
	if (component) return component;
	if (!known.has(type)) {
		const name = foldName(type);
		known.set(type, Object.hasOwn(bloks.components, name) ? bloks.components[name]?.() : undefined);
		return componentOf(type, page);
	}
	tellMissing(type, page);
	return undefined;
}

function tellMissing(type: string, page: string | undefined): void {
	const sentence = `The blok \`${type}\` has no component.`;
	const remedy = `Add ${fileFor(type)}, whose \`Astro.props.blok\` is the blok.`;
	if (bloks.missing === 'error')
		throw new AstroError(page === undefined ? sentence : `${sentence} It is on the page ${page}.`, remedy);
	notice(`${sentence} It is left out. ${remedy}`, page);
}

/** The file that would be the component of a content type: `src/bloks/TeaserGrid.astro`. */
export function fileFor(type: string): string {
	const name = type
		.split(/[-_\s]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
	return `${bloks.folders[0] ?? 'src/bloks'}/${name}.astro`;
}

/** True in `astro dev`, where what is missing is shown in its place. */
export const isDev: boolean = bloks.dev;

/** The attributes by which the visual editor finds a blok in the page. */
export interface EditableAttributes {
	'data-blok-c'?: string;
	'data-blok-uid'?: string;
}

const comment = /^\s*<!--#storyblok#(\{.*\})-->\s*$/s;

/**
 * The attributes by which the visual editor finds a blok's element. None unless the site shows drafts.
 *
 * @example
 * <section {...editable(blok)}>…</section>
 */
export function editable(blok: object | null | undefined): EditableAttributes {
	if (!bloks.draft || !blok || !('_editable' in blok) || typeof blok._editable !== 'string') return {};
	const json = comment.exec(blok._editable)?.[1];
	if (json === undefined) return {};
	const { id, uid } = read(json);
	return { 'data-blok-c': json, 'data-blok-uid': `${id}-${uid}` };
}

function read(json: string): { id?: unknown; uid?: unknown } {
	try {
		return JSON.parse(json);
	} catch {
		return {};
	}
}

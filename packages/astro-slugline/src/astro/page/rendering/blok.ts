import bloks from 'virtual:astro-slugline/bloks';
import { AstroError } from 'astro/errors';
import { editableComment, overlayNow } from '../../../preview/index.js';
import { oneLine } from '../../../shared/printable.js';
import { uuidForm } from '../../../shared/uuid-form.js';
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

/**
 * The bloks of a field: none, one or many. What is no blok is left out; a story in place of its content is warned of.
 *
 * @param page its address, for warnings
 */
export function bloksOf(field: BlokField, page?: string): readonly BlokLike[] {
	if (Array.isArray(field)) {
		if (field.every(isBlok)) return field;
		for (const one of field) warnNoBlok(one, page);
		return field.filter(isBlok);
	}
	if (isBlok(field)) return [field];
	warnNoBlok(field, page);
	return [];
}

/** Warns of what looks like a mistake: an empty field is none. */
function warnNoBlok(value: unknown, page: string | undefined): void {
	if (typeof value === 'string' && uuidForm.test(value)) {
		notice(
			'`<Blok>` was given the uuid of a story, so it shows nothing. resolve() from astro-slugline/content puts the story in the place of its uuid; give `<Blok>` its `content`.',
			page,
		);
	} else if (typeof value === 'object' && value !== null && !isBlok(value)) {
		const isEntry = 'data' in value && 'collection' in value;
		if (!isEntry && !('content' in value)) return;
		const content = isEntry ? 'story.data.content' : 'story.content';
		notice(
			`\`<Blok>\` was given a story, so it shows nothing. Give it the story's content: \`<Blok blok={${content}} />\`.`,
			page,
		);
	}
}

const isBlok = (value: unknown): value is BlokLike =>
	typeof value === 'object' && value !== null && 'component' in value && typeof value.component === 'string';

const known = new Map<string, BlokComponent | undefined>();

/**
 * The user's component for a content type; undefined if there is none, with a warning that names the page.
 *
 * @throws {AstroError} where there is none and the option `missingBlok` is `error`, or where there are several
 */
export function componentOf(type: string, page?: string): BlokComponent | undefined {
	const component = known.get(type);
	if (component) return component;
	if (!known.has(type)) {
		const name = foldName(type);
		refuseClash(type, name);
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
		throw new AstroError(
			page === undefined ? oneLine(sentence) : `${oneLine(sentence)} It is on the page ${page}.`,
			remedy,
		);
	notice(`${sentence} It is left out. ${remedy}`, page);
}

/** Two files of one name are no matter until the space has a blok of that name. */
function refuseClash(type: string, name: string): void {
	const files = Object.hasOwn(bloks.clashes, name) ? bloks.clashes[name] : undefined;
	if (!files) return;
	throw new AstroError(
		`Several files are the component of the blok \`${type}\`: ${files.join(', ')}.`,
		`Rename all but one: a file that is no blok can begin with \`_\`. Or name the one with the option \`bloks: { ${JSON.stringify(type)}: './${files[0]}' }\`, and all others like that.`,
	);
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
	const said = read(json);
	return said ? { 'data-blok-c': json, 'data-blok-uid': `${said.id}-${said.uid}` } : {};
}

/** The comments around a blok's HTML, by which preview finds it. */
export interface BlokMarks {
	before: string;
	after: string;
}

/** The comments around a blok of a page that is rendered in preview; undefined for all other pages. */
export function marksOf(blok: BlokLike): BlokMarks | undefined {
	const json = overlayNow() && blok._editable ? comment.exec(blok._editable)?.[1] : undefined;
	const said = json === undefined ? undefined : read(json);
	// The uid stands in a comment as it is.
	if (!said || !/^\w[\w-]*$/.test(said.uid) || said.uid.includes('--')) return undefined;
	const { name, space } = said;
	const mark = { name: String(name), space: Number(space), uid: said.uid, id: Number(said.id) };
	return { before: editableComment(mark), after: `<!--/${mark.uid}-->` };
}

/** What the comment says of the blok; undefined where it is cut off or lacks a name, which the editor could not use. */
function read(json: string): { id: string; uid: string; name?: unknown; space?: unknown } | undefined {
	try {
		const { id, uid, name, space }: Record<string, unknown> = JSON.parse(json);
		const isName = (value: unknown) =>
			(typeof value === 'string' && value !== '') || typeof value === 'number';
		return isName(id) && isName(uid) ? { id: String(id), uid: String(uid), name, space } : undefined;
	} catch {
		return undefined;
	}
}

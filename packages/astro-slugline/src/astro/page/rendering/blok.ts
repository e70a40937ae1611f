import bloks from 'virtual:astro-slugline/bloks';
import { foldName, named, nearest, some } from 'astro-keep/shared/text/named';
import { oneLine, uuidForm } from 'astro-keep/shared/text/printable';
import { buildChannel, record } from 'astro-keep/tracking';
import {
	type EditableAttributes,
	editableAttributes,
	editableComment,
	readEditable,
} from '../../../shared/api/editable-comment.js';
import { overlayNow } from '../../../shared/overlay.js';
import { type BlokComponent, notice, PageError, refuseNoProp } from '../data/index.js';

/** A blok or a story's content, with the properties that this package reads. */
export interface BlokLike {
	/** The content type. */
	component: string;
	_uid?: string | undefined;
	/** Only in drafts: the comment that identifies the blok for the visual editor. */
	_editable?: string | undefined;
}

/** The prop `blok` of `<Blok>`: a blok, a list of bloks, or an empty field. */
export type BlokField = BlokLike | readonly BlokLike[] | string | null | undefined;

/**
 * The bloks of a field: none, one, or many. Other values are ignored, with a warning for the uuid of a story.
 *
 * @param page address of the page, for warnings
 * @param props other props of `<Blok>`
 * @throws {PageError} if `<Blok>` has no prop `blok`, or gets a story instead of its content, or the fields of a blok as props
 * @example
 * const names = bloksOf(story.data.content.body).map(({ component }) => component);
 */
export function bloksOf(
	field: BlokField,
	page?: string,
	props: { readonly blok?: unknown; readonly component?: unknown } = { blok: field },
): readonly BlokLike[] {
	if (field === undefined && typeof props.component === 'string')
		throw new PageError(
			`\`<Blok>\` was given the fields of the blok \`${props.component}\` as props, so it has no blok to render.`,
			'Pass the blok itself: `<Blok blok={content} />` instead of `<Blok {...content} />`.',
		);
	if (Array.isArray(field)) {
		if (field.every(isBlok)) return field;
		for (const one of field) warnNoBlok(one, page, true);
		return field.filter(isBlok);
	}
	if (isBlok(field)) return [field];
	const hint = 'Write `<Blok blok={story.data.content} />`, or pass a blok or a list of them.';
	refuseNoProp('Blok', 'blok', props, hint, page);
	warnNoBlok(field, page);
	return [];
}

const onPage = (page: string | undefined): string =>
	page === undefined ? '' : ` It is on the page ${page}.`;

/**
 * Warns if a value that is not a blok looks like a mistake. An empty field does not.
 *
 * @param isItem true for an item of a list
 * @throws {PageError} for a story that is not an item
 */
function warnNoBlok(value: unknown, page: string | undefined, isItem = false): void {
	if (typeof value === 'string' && uuidForm.test(value)) {
		notice(
			'`<Blok>` was given the uuid of a story, so it renders nothing. Replace the uuid with the story by calling resolve() from astro-slugline/content, and pass the `content` of the story to `<Blok>`.',
			page,
		);
	} else if (typeof value === 'string' && value.trim() !== '') {
		notice(
			`\`<Blok>\` was given the text \`${oneLine(value).slice(0, 40)}\`, so it renders nothing. Put bloks into that field, or show it with {…} or \`<Markdown>\`.`,
			page,
		);
	} else if (typeof value === 'object' && value !== null && !isBlok(value)) {
		const isEntry = 'data' in value && 'id' in value;
		if (!isEntry && !('uuid' in value && 'content' in value)) {
			const fields = Object.keys(value);
			const sentence = isItem
				? `An item of a list of bloks has no \`component\`, so \`<Blok>\` leaves it out. It has ${named(fields)}. Choose its blok again in the editor.`
				: `\`<Blok>\` was given an object without \`component\`, so it renders nothing. It has ${named(fields)}. Show rich text with \`<RichText>\`, and an image with \`<StoryImage>\`.`;
			if (fields.length > 0) notice(sentence, page);
			return;
		}
		const given = isEntry ? 'an entry' : 'a story';
		const cure = isEntry
			? "Pass the entry's content: `<Blok blok={story.data.content} />`."
			: "Pass the story's content: add `.content` to what you pass as `blok`.";
		if (!isItem)
			throw new PageError(
				`\`<Blok>\` was given ${given} instead of its content, so it would render nothing.${onPage(page)}`,
				cure,
			);
		notice(`\`<Blok>\` was given a list with ${given}, which it leaves out. ${cure}`, page);
	}
}

const isBlok = (value: unknown): value is BlokLike =>
	typeof value === 'object' && value !== null && 'component' in value && typeof value.component === 'string';

/**
 * The site's component for a content type; undefined if there is none, with a warning that names the page.
 *
 * @param page address of the page, for messages
 * @param blok what it will show. With it, a component that reads a field of the blok as a prop, and no `blok`, causes a warning
 * @throws {PageError} if there is none and the option `missingBlok` is `error`, or if there are several
 * @example
 * const Teaser = componentOf('teaser'); // src/bloks/Teaser.astro
 */
export function componentOf(type: string, page?: string, blok?: BlokLike): BlokComponent | undefined {
	const folded = foldName(type);
	const name = Object.hasOwn(bloks.clashes, folded) ? type : folded;
	record('lookup', name);
	refuseClash(type, folded);
	const component = Object.hasOwn(bloks.components, name) ? bloks.components[name]?.() : undefined;
	if (!component) reportMissing(type, page);
	const { takeNotice, askDev } = buildChannel();
	const isWatched = blok && component && isOfAstro(component) && (takeNotice ?? askDev) !== undefined;
	return isWatched ? watched(component, blok, page, bloks.files[name]) : component;
}

/** A component as Astro calls one of its own. */
type OwnComponent = BlokComponent & ((result: object, props: object, slots: object) => unknown);

const isOfAstro = (component: BlokComponent): component is OwnComponent =>
	'isAstroComponentFactory' in component;

/** A component that warns, or says in its error, that it reads fields of its blok as props, or a misspelled `blok`, and not the blok. */
function watched(component: OwnComponent, blok: BlokLike, page: string | undefined, file?: string) {
	const render = (result: object, props: object, slots: object) => {
		const reads = new Set<PropertyKey>();
		const get = (of: object, name: PropertyKey) => {
			reads.add(name);
			return Reflect.get(of, name);
		};
		const lacked = (isMeant: (name: PropertyKey) => boolean): string | undefined => {
			const field = [...reads].find((name) => !Object.hasOwn(props, name) && isMeant(name));
			return field === undefined || reads.has('blok') ? undefined : String(field);
		};
		const isField = (name: PropertyKey) => Object.hasOwn(blok, name);
		const check = <Rendered>(rendered: Rendered): Rendered => {
			const field = lacked(isField);
			if (field !== undefined)
				notice(
					`${file} reads \`Astro.props.${field}\`, which it does not get: \`<Blok>\` gives a component its blok, as \`Astro.props.blok\`. Write \`Astro.props.blok.${field}\`.`,
					page,
				);
			return rendered;
		};
		const fail = (error: unknown): never => {
			const name = lacked((one) => isField(one) || nearest(String(one), ['blok']) !== undefined);
			if (name === undefined || !(error instanceof TypeError)) throw error;
			throw new PageError(
				`${file} reads \`Astro.props.${name}\`, which it does not get, and fails: ${error.message}.${onPage(page)}`,
				`\`<Blok>\` gives a component its blok. Write \`Astro.props.blok${isField(name) ? `.${name}` : ''}\`.`,
			);
		};
		try {
			const rendered = component(result, new Proxy(props, { get }), slots);
			return rendered instanceof Promise ? rendered.then(check, fail) : check(rendered);
		} catch (error) {
			return fail(error);
		}
	};
	return Object.assign(render, component);
}

/** @throws {PageError} if the option `missingBlok` is `error`, and in a build of a site that has no component at all, whose pages would be empty */
function reportMissing(type: string, page: string | undefined): void {
	const name = oneLine(type);
	const meant = bloks.files[nearest(type, Object.keys(bloks.files)) ?? ''];
	const add = meant === undefined ? 'Add' : `Did you mean the blok of ${meant}? If not, add`;
	const isNamed = bloks.folders.length === 0;
	const also = isNamed ? ' Name it in the option `bloks` of slugline().' : '';
	const remedy = `${add} ${fileFor(name)}, which gets the blok as \`Astro.props.blok\`.${also}`;
	const isAlone = Object.keys(bloks.files).length === 0;
	const others = isAlone
		? `, and neither has any other: ${bloks.folders[0] ?? 'the option `bloks` of slugline()'} has none`
		: '';
	const cure = `${remedy}${isAlone ? ' If your components are in another folder, name it in the option `bloks`.' : ''}`;
	const places = some(buildChannel().blokPlaces?.(type) ?? [], 3);
	const written = places && ` It is in ${places}.`;
	if ((isAlone && !isDev) || bloks.missing === 'error')
		throw new PageError(`The blok \`${name}\` has no component${others}.${onPage(page)}${written}`, cure);
	notice(
		`The blok \`${name}\` has no component${others}. It is skipped; the option \`missingBlok: 'error'\` fails the build instead.${written} ${cure}`,
		page,
	);
}

/**
 * Checked here, because it does not matter for a name that no blok has.
 *
 * @throws {PageError} if several files match a blok, and none by its exact name
 */
function refuseClash(type: string, name: string): void {
	const files = Object.hasOwn(bloks.clashes, name) ? bloks.clashes[name] : undefined;
	if (!files || Object.hasOwn(bloks.components, type)) return;
	throw new PageError(
		`The blok \`${type}\` has several components: ${files.join(', ')}.`,
		`Rename all but one, for example with a leading \`_\`. Or name the one to render in the option \`bloks\`: \`['./${bloks.folders[0] ?? 'src/bloks'}', { ${JSON.stringify(type)}: './${files[0]}' }]\`.`,
	);
}

/** The file to create for the component of a content type. @example fileFor('teaser_grid') // 'src/bloks/TeaserGrid.astro' */
export function fileFor(type: string): string {
	const name = type
		.split(/[-_\s]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
	return `${bloks.folders[0] ?? bloks.mapped ?? 'src/bloks'}/${name}.astro`;
}

/** True in `astro dev`, which shows a placeholder for a blok without a component. */
export const isDev: boolean = bloks.dev;

/**
 * The attributes that identify a blok's element for the visual editor. Empty unless the site shows drafts.
 *
 * @example
 * <section {...editable(blok)}>…</section>
 */
export const editable = (blok: object | null | undefined): EditableAttributes =>
	bloks.draft || overlayNow() ? editableAttributes(blok) : {};

/** The comments around a blok's HTML that identify it for preview. */
export interface BlokMarks {
	before: string;
	after: string;
}

/**
 * The comments around a blok in preview; undefined outside of preview.
 *
 * @example
 * const marks = marksOf(blok);
 * const html = marks ? marks.before + inner + marks.after : inner;
 */
export function marksOf(blok: BlokLike): BlokMarks | undefined {
	const said = overlayNow() && readEditable(blok);
	// The uid is written into a comment without escaping.
	if (!said || !/^\w[\w-]*$/.test(said.uid) || said.uid.includes('--')) return undefined;
	const { name, space } = said;
	const mark = { name: String(name), space: Number(space), uid: said.uid, id: Number(said.id) };
	return { before: editableComment(mark), after: `<!--/${mark.uid}-->` };
}

import { standingIn } from '../shared/peek.js';
import { buildChannel, channel, record, type TrackedSource, watchEntries } from '../tracking/index.js';
import { type AssetImports, answerFrom } from './answers.js';
import { isTracked, type Stored, sourceOf, trackedOf } from './entry.js';
import {
	type AstroContent,
	type Lookup,
	packedCollection,
	type Rendered,
	type StoreModule,
	sourcesOf,
} from './sources.js';

/**
 * `astro:content` for one module. Its reads are recorded for the page that is being rendered.
 *
 * @param importer the module, by its path in the site
 */
export function trackedContent(
	astro: AstroContent,
	assets: AssetImports,
	store: StoreModule,
	importer: string,
) {
	answerFrom(astro, assets, store);
	// Packed entries are compared with their pack.
	const watch = (name: string) =>
		watchEntries(name, async () => ((await packedCollection(store, name)) ? [] : astro.getCollection(name)));
	const getEntry = async (collection: string | Lookup, id?: string) => {
		const [name, key] = named(collection, id);
		record('member', [name, key], importer);
		await watch(name);
		const entry = await astro.getEntry(collection, id);
		return entry && trackedOf(entry);
	};
	return {
		async getCollection(collection: string, filter?: (entry: Stored) => unknown) {
			const open = channel();
			if (!open) return astro.getCollection(collection, filter);
			record('members', collection, importer);
			await watch(collection);
			const sources = await sourcesOf(astro, store, collection, open);
			const entries = Array.from(sources.values(), (source) => open.entries.entry(source) as Stored);
			// Packages may ask for collections that a site need not have.
			if (entries.length === 0 && !/(?:^|\/)node_modules\//.test(importer))
				buildChannel().emptyCollections?.set(collection, importer);
			return typeof filter === 'function' ? entries.filter((entry) => filter(entry)) : entries;
		},
		getEntry,
		getEntries: (entries: Lookup[]) => Promise.all(entries.map((entry) => getEntry(entry))),
		getLiveCollection(...asked: unknown[]) {
			record('always', null, importer);
			return astro.getLiveCollection(...asked);
		},
		getLiveEntry(...asked: unknown[]) {
			record('always', null, importer);
			return astro.getLiveEntry(...asked);
		},
		render: (entry: Stored) => renderTracked(astro, entry),
	};
}

/** Renders an entry. The page that shows its `Content` depends on its text, wherever it got the component from. */
async function renderTracked(astro: AstroContent, entry: Stored): Promise<Rendered> {
	if (!channel() || !entry || !isTracked(entry) || isChanged(entry)) return astro.render(entry);
	const source = sourceOf(entry);
	const raw = source.raw as Stored;
	const { Content, ...result } = await astro.render(raw);
	if (raw.deferredRender) return { ...result, Content: contentOf(source, Content) };
	const metadata = entry.rendered?.metadata;
	// Astro has made the images of the text, whether the page shows it or not.
	if (raw.rendered?.metadata?.imagePaths?.length) textOf(source).record(source.id);
	return {
		Content: contentOf(source, Content),
		headings: metadata?.headings ?? [],
		remarkPluginFrontmatter: metadata?.frontmatter ?? {},
	};
}

const textOf = ({ field }: TrackedSource) => field.at('rendered').at('html');

/** True if a page has given its entry another text. */
const isChanged = (entry: object): boolean =>
	['rendered', 'filePath', 'deferredRender'].some((name) => {
		const own = Object.getOwnPropertyDescriptor(entry, name);
		return (
			own !== undefined && 'value' in own && own.value !== Reflect.get(sourceOf(entry as never).raw, name)
		);
	});

type Component = (...given: unknown[]) => unknown;

/** The component of a rendered entry, which is compared by its entry. */
function contentOf(source: TrackedSource, content: unknown): unknown {
	if (typeof content !== 'function') return content;
	const { id, field } = source;
	const raw = source.raw as Stored;
	const shown: Component = (...given) => {
		if (raw.deferredRender) record('code', String(raw.filePath));
		else textOf(source).record(id);
		return (content as Component)(...given);
	};
	return standingIn(
		Object.defineProperties(shown, Object.getOwnPropertyDescriptors(content)),
		() => `content of ${JSON.stringify([field.collection, id, raw.filePath])}`,
	);
}

function named(collection: string | Lookup, id: string | undefined): [string, string] {
	if (typeof collection === 'string') return [collection, String(id)];
	return [collection.collection, 'id' in collection ? collection.id : collection.slug];
}

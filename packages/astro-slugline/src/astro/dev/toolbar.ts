import type { AstroConfig, HookParameters } from 'astro';
import { decodedPath, trimEndSlashes } from 'astro-keep/shared/text/slashes';
import type { Link } from '../../wire/index.js';
import {
	type ToolbarQuestion,
	type ToolbarState,
	type ToolbarStory,
	toolbarAsk,
	toolbarState,
} from '../browser/index.js';
import { type Connection, readRoutes, type Synced } from '../session/index.js';

interface ToolbarOptions {
	toolbar: HookParameters<'astro:server:setup'>['toolbar'];
	config: AstroConfig;
	/** True if the dev server has a certificate, which a plugin may have made. */
	isSecure: boolean;
	connection: Connection;
	refresh: () => Promise<void>;
	isFolder: boolean;
	/** URL of the folder's editor; absent without one. */
	editor: string | undefined;
	/** Path of preview, and whether there is a preview token; absent if preview is off. */
	preview: { path: string; hasToken: boolean } | undefined;
}

/** Limit of stories that are listed in addition to the page's own. */
const maxRelated = 20;

/** Sends the state of the space, and the stories of the page, to the toolbar. */
export function serveToolbar({ toolbar, config, connection, refresh, ...rest }: ToolbarOptions): void {
	const { isSecure, isFolder, editor, preview } = rest;
	const base = config.base.replace(/\/$/, '');
	let syncedAt = Date.now();
	connection.onSynced(() => {
		syncedAt = Date.now();
	});
	toolbar.on<ToolbarQuestion>(toolbarAsk, ({ path, sync }) => {
		if (typeof path === 'string') void answer(path, sync === true);
	});

	async function answer(path: string, sync: boolean): Promise<void> {
		if (sync) await refresh();
		const synced = connection.latest();
		if (!synced) return;
		const { space, routes } = synced;
		toolbar.send<ToolbarState>(toolbarState, {
			...{ path, space: space.space, version: space.version, cv: space.cv, syncedAt },
			counts: {
				stories: space.counts.stories,
				routes: routes.count,
				languages: space.languages.length + 1,
			},
			stories: await storiesOf(path, synced, editorOf),
			warnings: routes.warnings,
			preview: preview && { address: `${base}${preview.path}/`, lacks: lacksOf(preview) },
		});
	}

	function editorOf({ id }: Link): string | undefined {
		if (isFolder) return editor && `${editor}#${id}`;
		return `https://app.storyblok.com/#/me/spaces/${connection.latest()?.space.space.id}/stories/0/0/${id}`;
	}

	/** What the service's editor still needs. The editor of a folder runs on this machine and needs nothing. */
	function lacksOf({ hasToken }: { hasToken: boolean }): string[] {
		if (isFolder) return [];
		return [
			...(hasToken ? [] : ['There is no preview token: set SLUGLINE_PREVIEW_TOKEN in .env.']),
			...(isSecure ? [] : ['The editor shows pages over HTTPS only: give `astro dev` a certificate.']),
		];
	}
}

/** The story of a page, and the stories that its content refers to. */
async function storiesOf(
	path: string,
	{ space, routes }: Synced,
	editorOf: (link: Link) => string | undefined,
): Promise<ToolbarStory[]> {
	const page = comparable(path);
	const route = Object.values(readRoutes(routes).routes).find(({ href }) => comparable(href) === page);
	const shownIn = route?.storyLang ?? route?.lang;
	const row = space.rows.find(({ uuid, lang }) => uuid === route?.uuid && lang === shownIn);
	if (!row) return [];
	const links = new Map(space.links.map((link) => [link.uuid, link]));
	const draft = links.get(row.uuid)?.published ? 'untranslated' : 'draft';
	const note = route?.storyLang === undefined ? route?.isDraft && draft : 'fallback';
	const stories: ToolbarStory[] = [];
	const add = (link: Link | undefined, lang: string, isOwn: boolean) => {
		if (!link || link.is_folder) return;
		const { name, slug, updated_at, published_at } = link;
		const changed = updated_at ?? published_at ?? undefined;
		stories.push({ name, slug, lang, isOwn, changed, editor: editorOf(link), ...(isOwn && { note }) });
	};
	add(links.get(row.uuid), row.lang, true);
	for await (const [, story] of space.stories([row])) {
		const named = new Set(JSON.stringify(story.content).match(uuids) ?? []);
		named.delete(row.uuid);
		for (const uuid of [...named].slice(0, maxRelated)) add(links.get(uuid), row.lang, false);
	}
	return stories;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const comparable = (path: string): string => trimEndSlashes(decodedPath(path));

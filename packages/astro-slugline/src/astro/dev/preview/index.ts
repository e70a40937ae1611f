import type { ListeningEditor } from '../../../editor/index.js';
import type { Space } from '../../../space/index.js';
import type { Environment, Options } from '../../settings/index.js';
import { type PreviewOptions, servePreview } from './serve.js';

export interface InDev
	extends Pick<PreviewOptions, 'server' | 'config' | 'logger' | 'connection' | 'client' | 'refresh'> {
	preview: NonNullable<Options['preview']>;
	environment: Environment;
	/** The embedded space, if the site is built from a folder. */
	embedded: Space | undefined;
}

/** The port that is taken again when the dev server restarts, so that pages of the editor that are open go on. */
let lastPort = 0;

/**
 * Serves preview on Astro's dev server, and the editor of the folder that the site is built from. Without a preview token, every
 * request of preview is refused.
 *
 * @returns the editor, if there is one
 */
export async function servePreviewInDev(options: InDev): Promise<ListeningEditor | undefined> {
	const { preview, environment, embedded, ...rest } = options;
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!token && !embedded) {
		rest.logger.warn(
			'Preview is off: there is no preview token to check editors with. Set SLUGLINE_PREVIEW_TOKEN in .env to a preview token of the space.',
		);
	}
	const previewToken = async () => {
		if (token || !embedded) return token;
		await embedded.ready();
		return embedded.tokens.preview;
	};
	const editor = embedded && (await openEditor(options, embedded));
	const editors = [...preview.editors, ...(editor ? [editor.origin] : [])];
	servePreview({ ...rest, editors, path: preview.path, previewToken });
	return editor;
}

/** Serves the editor of a folder on a port of its own, and logs its URL. */
async function openEditor(
	{ server, config, logger, preview: { path }, environment }: InDev,
	space: Space,
): Promise<ListeningEditor> {
	const { listenEditor } = await import('../../../editor/index.js');
	const preview = () => {
		const { local = [], network = [] } = server.resolvedUrls ?? {};
		const [site] = [...local, ...network];
		return site === undefined ? '' : new URL(`${config.base.replace(/\/$/, '')}${path}/`, site).href;
	};
	const previewToken = environment.SLUGLINE_PREVIEW_TOKEN;
	const listen = (port: number) => listenEditor({ space, preview, previewToken, port });
	const editor = await listen(lastPort).catch(() => listen(0));
	lastPort = editor.port;
	server.httpServer?.once('listening', () => logger.info(`Editor: ${editor.url}`));
	return editor;
}

import type { Space } from '../../../space/index.js';
import type { Environment, Options } from '../../settings/index.js';
import type { PreviewOptions } from './context.js';
import { servePreview } from './serve.js';

export interface InDev
	extends Pick<PreviewOptions, 'server' | 'config' | 'logger' | 'connection' | 'client' | 'refresh'> {
	preview: NonNullable<Options['preview']>;
	environment: Environment;
	/** The embedded space, if the site is built from a folder. */
	embedded: Space | undefined;
}

/** Serves preview on Astro's dev server. Without a preview token, it refuses every request. */
export async function servePreviewInDev({ preview, environment, embedded, ...rest }: InDev): Promise<void> {
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
	servePreview({ ...rest, ...preview, previewToken });
	if (embedded) await serveEditorInDev({ ...rest, space: embedded, preview: preview.path, previewToken });
}

/** Path of the embedded space's editor. */
export const editorPath = '/_slugline/editor';

interface EditorInDev extends Pick<PreviewOptions, 'server' | 'config' | 'logger'> {
	space: Space;
	preview: string;
	previewToken: PreviewOptions['previewToken'];
}

/** Serves the editor of the folder that the site is built from, and logs its URL. */
async function serveEditorInDev(options: EditorInDev): Promise<void> {
	const { server, config, logger, space, preview, previewToken } = options;
	const { serveEditor } = await import('../../../editor/index.js');
	const base = config.base.replace(/\/$/, '');
	const answers = serveEditor({
		...{ space, base, path: editorPath, preview: () => `${base}${preview}` },
		previewToken: async () => (await previewToken()) ?? '',
	});
	server.middlewares.use((request, response, next) => {
		if (!answers(request, response)) next();
	});
	server.httpServer?.once('listening', () => {
		const address = server.httpServer?.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const scheme = server.config.server.https ? 'https' : 'http';
		if (port) logger.info(`Editor: ${scheme}://localhost:${port}${base}${editorPath}`);
	});
}

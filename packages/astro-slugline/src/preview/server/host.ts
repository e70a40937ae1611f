import type { DeliveryClient } from '../../client/index.js';
import type { Overlay } from '../overlay.js';
import type { Age, Content } from './content.js';

/** Renders a page of the site under an overlay. @param path of the page below the site's base, decoded, with its query */
export type RenderPage = (path: string, overlay: Overlay) => Promise<Response>;

/** A server that shows pages in preview: Astro's dev server, or the server of a built site. */
export interface PreviewHost {
	/** The site's base, without a slash at its end. */
	base: string;
	/** Path of preview, below the base. */
	path: string;
	/** Path in the site's origin of the client's module. */
	clientModule: string;
	/** Origins that may frame the site. */
	editors: readonly string[];
	/** Where errors are logged, for sentences. @example 'The terminal of `astro dev`' */
	log: string;
	/** Returns the preview token of the space. Without a token, every request is refused. */
	previewToken(): Promise<string | undefined>;
	/** Number of the space; undefined while its content is loaded for the first time. */
	spaceId(): number | undefined;
	/** The content, or undefined while it is loaded for the first time. */
	content(age: Age): Promise<Content | undefined>;
	/** Reads drafts of releases. */
	client(): Promise<DeliveryClient>;
	/** Changes when the server cannot send the earlier scripts anymore. */
	scripts(): string;
	/** The form of a page's path that the server does not redirect. */
	formOf(page: string): string;
	/** Logs an error that is not the request's fault. */
	report(error: unknown): void;
}

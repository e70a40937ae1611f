import type { ISbStoryData } from 'storyblok-js-client';

/**
 * The story that an editor is changing. Always null, because Slugline's preview renders the page with that story itself.
 *
 * @example
 * const story = (await getLiveStory(Astro)) ?? data.story;
 */
export const getLiveStory = async (_page: { locals: object }): Promise<ISbStoryData | null> => null;

/**
 * The story and data of the vendor's live preview. Always empty, because Slugline's preview renders the page with them itself.
 *
 * @example
 * const { story = data.story } = await getPayload(Astro);
 */
export const getPayload = async <ServerData extends object = object, Story = ISbStoryData>(_page: {
	locals: object;
}): Promise<{ story?: Story; serverData?: ServerData }> => ({});

/**
 * True for a request of the vendor's visual editor. Always false, because pages are the same for editors: Slugline's preview shows
 * them what they type.
 *
 * @example
 * const version = isEditorRequest(Astro.url) ? 'draft' : 'published';
 */
export const isEditorRequest = (_url: URL, _options?: { spaceId?: string }): boolean => false;

/**
 * Does nothing, because Slugline's preview, the option `preview`, needs no script of the vendor.
 *
 * @example
 * await loadStoryblokBridge();
 */
export const loadStoryblokBridge = async (): Promise<void> => {};

/**
 * The middleware of the vendor's live preview. Does nothing, because Slugline's preview needs no middleware.
 *
 * @example
 * export { onRequest } from '@storyblok/astro/middleware.ts';
 */
export const onRequest = <Answer>(_context: unknown, next: () => Answer): Answer => next();

/**
 * The story that an editor is changing. Always null, because Slugline's preview renders the page with that story itself.
 *
 * @example
 * const story = (await getLiveStory(Astro)) ?? data.story;
 */
export const getLiveStory = async (_page: { locals: object }): Promise<null> => null;

/**
 * The story and data of the vendor's live preview. Always empty, because Slugline's preview renders the page with them itself.
 *
 * @example
 * const { story = data.story } = await getPayload(Astro);
 */
export const getPayload = async (_page: {
	locals: object;
}): Promise<{ story?: undefined; serverData?: undefined }> => ({});

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

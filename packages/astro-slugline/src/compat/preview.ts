/** What the vendor's live preview puts into `Astro.locals`. */
interface WithPreview {
	locals: object;
}

/** The story that an editor is changing: always null, since Slugline's own preview renders the page with it. */
export const getLiveStory = async (_page: WithPreview): Promise<null> => null;

/** The story and data of the vendor's live preview: always empty, since Slugline's own preview renders the page with them. */
export const getPayload = async (
	_page: WithPreview,
): Promise<{ story?: undefined; serverData?: undefined }> => ({});

/** Does nothing: Slugline's own preview, the option `preview`, needs no script of the vendor's. */
export const loadStoryblokBridge = async (): Promise<void> => {};

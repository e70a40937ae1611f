/** The value that the vendor's live preview puts into `Astro.locals`. */
interface WithPreview {
	locals: object;
}

/** The story that an editor is changing. Always null, because Slugline's preview renders the page with that story itself. */
export const getLiveStory = async (_page: WithPreview): Promise<null> => null;

/** The story and data of the vendor's live preview. Always empty, because Slugline's preview renders the page with them itself. */
export const getPayload = async (
	_page: WithPreview,
): Promise<{ story?: undefined; serverData?: undefined }> => ({});

/** Does nothing, because Slugline's preview, the option `preview`, needs no script of the vendor. */
export const loadStoryblokBridge = async (): Promise<void> => {};

/** The content of the virtual module with the width and height of images in the site's public folder, by their addresses. */
export type LocalImagesModule = Readonly<Record<string, readonly [width: number, height: number]>>;

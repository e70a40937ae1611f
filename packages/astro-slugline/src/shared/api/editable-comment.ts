/** The comment before a blok, in the API's format. */
export function editableComment(blok: { name: string; space: number; uid: string; id: number }): string {
	const { name, space, uid, id } = blok;
	// Escaped, so that neither a name nor a uid can end the comment.
	const json = JSON.stringify({ name, space: String(space), uid, id: String(id) })
		.replaceAll('<', '\\u003c')
		.replaceAll('>', '\\u003e')
		.replaceAll('--', '-\\u002d');
	return `<!--#storyblok#${json}-->`;
}

/** Thrown if an edit is not possible. The message says why in complete sentences. The folder is unchanged. */
export class SpaceEditError extends Error {
	override readonly name = 'SpaceEditError';
}

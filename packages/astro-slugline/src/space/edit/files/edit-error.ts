/** Thrown if an edit is not possible. The message says why in complete sentences. The folder is unchanged. */
export class SpaceEditError extends Error {
	override readonly name: string = 'SpaceEditError';
}

/** Thrown if somebody else has changed the files that an edit would change. */
export class SpaceConflictError extends SpaceEditError {
	override readonly name = 'SpaceConflictError';
}

/** An edit that cannot be made. The message is whole sentences; nothing in the folder was changed. */
export class SpaceEditError extends Error {
	override readonly name = 'SpaceEditError';
}

/** The most bytes of answers that a client holds at once, as they are read and until they are used. */
export const maxHeldBytes = 128 * 1024 * 1024;

/** Counts the bytes of the answers that a client holds, so that pages ahead of what is used do not fill the memory. */
export interface Room {
	/**
	 * False if there is no room for so many more bytes.
	 *
	 * @param isNext what waits for no other answer has room always: else the ones after it would hold it up
	 */
	take(bytes: number, isNext: boolean): boolean;
	give(bytes: number): void;
}

export function createRoom(): Room {
	let held = 0;
	return {
		take(bytes, isNext) {
			if (held + bytes > maxHeldBytes && !isNext) return false;
			held += bytes;
			return true;
		},
		give(bytes) {
			held -= bytes;
		},
	};
}

/** When an answer that was asked for ahead is the next one to be used. */
export interface Turn {
	isNext(): boolean;
	/** Resolves when it is, or when the list is given up. */
	come: Promise<void>;
}

import { askedBy } from './record.js';

/** A function as a module calls it, so that what it reads is known to be read by that module. */
export const calledBy =
	<Asked extends unknown[], Answer>(caller: string, call: (...asked: Asked) => Answer) =>
	(...asked: Asked): Answer =>
		askedBy(caller, () => call(...asked));

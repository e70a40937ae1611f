import { askedBy } from './record.js';

/** Wraps a function for one module, so that its reads are recorded as reads of that module. */
export const calledBy =
	<Asked extends unknown[], Answer>(caller: string, call: (...asked: Asked) => Answer) =>
	(...asked: Asked): Answer =>
		askedBy(caller, () => call(...asked));

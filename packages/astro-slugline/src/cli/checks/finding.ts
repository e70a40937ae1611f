/** Result of a check: all is well, something is wrong, or the check was not possible. */
export interface Finding {
	state: 'good' | 'wrong' | 'open';
	topic: string;
	/** The result, as a sentence. */
	what: string;
	/** What to do about it. */
	todo?: string | undefined;
}

export const good = (topic: string, what: string): Finding => ({ state: 'good', topic, what });

const notGood =
	(state: Finding['state']) =>
	(topic: string, what: string, todo: string): Finding => ({ state, topic, what, todo });

export const wrong = notGood('wrong');
export const open = notGood('open');

export const words = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** What a check found: all is well, something is wrong, or it could not be looked at. */
export interface Finding {
	state: 'good' | 'wrong' | 'open';
	/** What was looked at. */
	topic: string;
	/** What is so, as a sentence. */
	what: string;
	/** What to do about it. */
	todo?: string | undefined;
}

export const good = (topic: string, what: string): Finding => ({ state: 'good', topic, what });
export const wrong = (topic: string, what: string, todo: string): Finding => ({
	state: 'wrong',
	topic,
	what,
	todo,
});
export const open = (topic: string, what: string, todo: string): Finding => ({
	state: 'open',
	topic,
	what,
	todo,
});

/** What a caught value says. */
export const words = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

import { cancel, confirm, isCancel, password, select, text } from '@clack/prompts';
import { type Prompts, UsageError } from 'astro-slugline/command';

/** Asks in the terminal. Ctrl-C ends the command. */
export const prompts: Prompts = {
	choose: async (message, choices) =>
		answered(await select({ message, options: choices.map(([value, label]) => ({ value, label })) })),
	secret: async (message) => answered(await password({ message, validate: needed })),
	text: async (message, initialValue) => answered(await text({ message, initialValue, validate: needed })),
	confirm: async (message) => answered(await confirm({ message, initialValue: false })),
};

const needed = (value: string | undefined): string | undefined =>
	value?.trim() ? undefined : 'Something is needed here.';

function answered<Value>(value: Value): Exclude<Value, symbol> {
	if (!isCancel(value)) return value as Exclude<Value, symbol>;
	cancel('Nothing was changed.');
	throw new UsageError('');
}

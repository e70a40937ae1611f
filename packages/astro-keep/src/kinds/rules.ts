import { type Asks, type Kind, kindOf, partsOf, type Read } from '../tracking/index.js';
import { ownRules, ownSentences } from './own-rules.js';
import type { Change, RowChanges } from './row-changes.js';

/** Where the answer to a read comes from: `itself` never changes, `unknown` may have without a way to find out. */
type Source = 'content' | 'code' | 'environment' | 'itself' | 'unknown';

/** What sentences say of code and lists. */
export interface Words {
	/** Lists the files of the code that a lookup by name finds. */
	code(name: string): string;
	/** The most ids of entries that a sentence names. */
	maxEntries: number;
}

/** What the engine has to know of a kind of read. */
export interface KindRule<Asked = never> {
	source: Source;
	/** The collection that a read names. */
	collection?(asked: Asked): string;
	/**
	 * Says that the answer changed, as half a sentence.
	 *
	 * @param by the module that reads, in parentheses and after a space; empty for the page itself
	 * @param code names what changed in the code that a lookup by name finds
	 */
	changed(asked: Asked, by: string, code: (name: string) => string): string;
	/** Names what a page depends on; undefined for what never changes. */
	dependency(asked: Asked, words: Words): string | undefined;
	/** What happened to the rows of the answer. Without it, no more is said than that the answer changed. */
	rows?(changes: RowChanges, asked: Asked): Change[];
}

/** The rules of some kinds. */
export type KindRules<Name extends Kind = Kind> = { readonly [Each in Name]: KindRule<Asks[Each]> };

/** What a sentence says of: the names of entries or other things, to which the same happened. */
export type ChangeFacts = Pick<Change, 'collection' | 'fields' | 'to' | 'more'> & {
	names: readonly string[];
};

/** Sentences for changes, by their names. */
export type Sentences = Readonly<Record<string, (facts: ChangeFacts) => string>>;

const rules = new Map<string, KindRule>(Object.entries(ownRules));
const sentences = new Map(Object.entries<Sentences[string]>(ownSentences));

/** Adds kinds of reads, or other words for those of the engine. Adding them again changes nothing. */
export function addKinds(added: Partial<KindRules>, said: Sentences = {}): void {
	for (const [kind, rule] of Object.entries(added)) rules.set(kind, rule as KindRule);
	for (const [how, say] of Object.entries(said)) sentences.set(how, say);
}

/** For a read that nobody here knows, such as one of an integration that the site no longer has. */
const unknownRule: KindRule = {
	source: 'unknown',
	changed: () => 'it has read what nothing here knows',
	dependency: () => 'what nothing here knows',
};

/** The rule of a kind. */
export const ruleOf = (kind: Kind): KindRule => rules.get(kind) ?? unknownRule;

/** The sentence for a change. */
export const sentenceFor = (how: string): Sentences[string] =>
	sentences.get(how) ?? (() => 'something changed');

export const sourceOf = (kind: Kind): Source => ruleOf(kind).source;

/** True for a read whose answer may have changed without a way to find out. */
export const isUnknowable = (read: Read): boolean => sourceOf(kindOf(read)) === 'unknown';

/** The collection that a read names. */
export function collectionOf(read: Read): string | undefined {
	const [kind, asked] = partsOf(read);
	return ruleOf(kind).collection?.(asked as never);
}

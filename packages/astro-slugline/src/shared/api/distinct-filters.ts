type Pair = readonly [name: string, value: string];

/** Parameters in which no filter is repeated. */
export interface DistinctFilters {
	parameters: Pair[];
	/** True if two conditions exclude each other, so that no story matches. */
	isImpossible: boolean;
	/** Why the filters cannot be sent, and what to do; undefined where they can. */
	problem?: string;
}

type Merge = (values: string[], more: string[]) => string[];

const union: Merge = (values, more) => [...new Set([...values, ...more])];
const intersection: Merge = (values, more) => values.filter((value) => more.includes(value));

/** How two conditions become one that means the same, by operation: where both must hold, and where one is enough. */
const merges: Readonly<Record<'both' | 'one', Readonly<Record<string, Merge>>>> = {
	both: { not_in: union, all_in_array: union, in: intersection },
	one: { in: union, any_in_array: union, in_array: union },
};

/**
 * Merges filters that are repeated. Of two conditions with one name, the API keeps the last, and what it does with two alternatives
 * on one field is not documented, so those that cannot be merged are a problem. Other parameters stay as they are.
 *
 * @example distinctFilters([['filter_query[a][not_in]', 'x'], ['filter_query[a][not_in]', 'y']]).parameters // [['filter_query[a][not_in]', 'x,y']]
 */
export function distinctFilters(parameters: Iterable<Pair>): DistinctFilters {
	const distinct: Condition[] = [];
	const answer: Omit<DistinctFilters, 'parameters'> = { isImpossible: false };
	for (const [name, value] of parameters) {
		const condition = { ...partsOf(name), name, value };
		const { where, field, operation } = condition;
		// Alternatives are repeated by their field, conditions by their field and operation.
		const same = distinct.find(
			(each) =>
				where && each.where === where && each.field === field && (where === 'one' || each.name === name),
		);
		const merge = where && same?.name === name ? merges[where][operation] : undefined;
		if (!same) distinct.push(condition);
		else if (same.name === name && same.value === value) continue;
		else if (!merge) answer.problem ??= problemOf(condition, same);
		else {
			const merged = merge(same.value.split(','), value.split(','));
			answer.isImpossible ||= merged.length === 0;
			same.value = merged.join(',');
		}
	}
	return { ...answer, parameters: distinct.map(({ name, value }) => [name, value]) };
}

interface Parts {
	/** Undefined for a parameter that is no filter. */
	where?: 'both' | 'one';
	field: string;
	operation: string;
}

type Condition = Parts & { name: string; value: string };

function partsOf(name: string): Parts {
	const found = /^filter_query(\[__or\]\[\])?\[([^[\]]+)\]\[([^[\]]+)\]$/.exec(name);
	if (!found) return { field: '', operation: '' };
	const [, group, field = '', operation = ''] = found;
	return { where: group === undefined ? 'both' : 'one', field, operation };
}

function problemOf({ where, field, operation }: Condition, before: Condition): string {
	if (where === 'both')
		return `The filter has two conditions \`${operation}\` on the field "${field}". The API keeps only the last of them. Ask with one of them, and compare the other yourself.`;
	const names = [...new Set([before.operation, operation])].map((each) => `\`${each}\``).join(' and ');
	return `The filter has two alternatives on the field "${field}" (${names}). It is not documented whether the API requires one of them or both. Ask once for each, and join the results.`;
}

/** The sentence for a filter that no story can match, where a request cannot be left out. */
export const impossibleFilter =
	'Two conditions of the filter exclude each other, so no story can match. Remove one of them.';

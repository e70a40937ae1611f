// What the service was recorded to answer: numbers only, in the order of the answers. None of their text is here.

/** `[position, id]` of a list without `sort_by`, from the PHP client's tests. */
export const recordedStories: readonly (readonly [position: number, id: number])[] = [
	[-40, 123616137],
	[-30, 123616136],
	[-20, 123616135],
	[-10, 123616177],
	[-10, 123616139],
	[0, 123616176],
	[0, 123616138],
	[0, 123616134],
	[10, 123616141],
	[10, 123616130],
	[20, 123616142],
	[20, 123616131],
	[30, 123616140],
];

/** The same numbers in another order, which is the same in every run. */
export const unsorted: typeof recordedStories = [...recordedStories].sort(
	([, a], [, b]) => ((a * 7919) % 101) - ((b * 7919) % 101),
);

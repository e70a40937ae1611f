/** @internal */
/**
 * Makes a class of plain objects, which are as those of a literal. Engines know the shapes of objects by their class: objects of one
 * class with different getters of one name become tables, which are slow and take six times the memory.
 */
export function plainClass(): new () => Record<string, unknown> {
	function Plain() {}
	Plain.prototype = Object.prototype;
	return Plain as unknown as new () => Record<string, unknown>;
}

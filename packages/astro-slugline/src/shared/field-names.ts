import { z } from 'zod';

/** What is read of a JSON schema. */
interface Shape {
	properties?: Record<string, Shape>;
	additionalProperties?: Shape | boolean;
	anyOf?: Shape[];
	items?: Shape;
}

/**
 * The names of the fields that a schema takes at a path; none if it takes any.
 *
 * @example fieldNames(schema, ['routes']) // ['include', 'exclude']
 */
export function fieldNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
	const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
	const parents = path.reduce(
		(forms, part) => forms.flatMap((of) => below(of, part)).flatMap(formsOf),
		formsOf(whole),
	);
	return parents.flatMap(({ properties = {} }) => Object.keys(properties));
}

/** All forms of a value: of a union, each. */
const formsOf = (of: Shape): Shape[] => [of, ...(of.anyOf ?? [])];

function below({ properties, additionalProperties, items }: Shape, part: PropertyKey): Shape | [] {
	const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
	return properties?.[String(part)] ?? items ?? others ?? [];
}

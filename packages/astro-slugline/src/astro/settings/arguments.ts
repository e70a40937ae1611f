/**
 * The value of an argument; undefined if it is not given, or has no value.
 *
 * @param argv the arguments of the process
 * @example argumentOf('--mode', ['node', 'astro', 'build', '--mode=staging']) // → 'staging'
 */
export function argumentOf(name: string, argv: readonly string[]): string | undefined {
	const place = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
	const word = argv[place];
	const value = word === name ? argv[place + 1] : word?.slice(name.length + 1);
	return value && (word !== name || !value.startsWith('-')) ? value : undefined;
}

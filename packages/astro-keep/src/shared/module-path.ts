/** @internal */
import { trimEndSlashes } from './text/slashes.js';

/** A path with slashes, as Vite names modules, also on Windows. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');

/**
 * The part of a path below a folder, with slashes; undefined if the path is not in there. The letter of a drive may be in either
 * case: programs on Windows do not agree about it.
 *
 * @example pathWithin('C:\\site', 'c:/site/src/Hero.astro') // 'src/Hero.astro'
 */
export function pathWithin(folder: string, path: string): string | undefined {
	const base = `${trimEndSlashes(comparable(folder))}/`;
	const whole = comparable(path);
	return whole.startsWith(base) ? whole.slice(base.length) : undefined;
}

/** True for a path that begins at a root, a drive, or a share of the network. */
export const isWholePath = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

const comparable = (path: string): string =>
	slashed(path).replace(/^[A-Z]:\//, (drive) => drive.toLowerCase());

/**
 * A filter for a plugin hook that concerns one module. The bundler evaluates it natively. Without a filter,
 * it would call the hook for every module of a site, which takes longer than everything our hooks do.
 */
export const exactly = (id: string): { id: RegExp } => ({ id: new RegExp(`^${id}$`) });

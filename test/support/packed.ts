import { afterAll, inject } from 'vitest';
import { usePackage } from './site.js';

/** Makes the sites of a test file use the package as npm publishes it, instead of the workspace's folder. */
export function usePackedPackage(): void {
	usePackage(inject('packed').folder);
	afterAll(() => usePackage());
}

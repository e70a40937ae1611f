import type { Service } from './service/start.js';

/** What happened in the space before a build. */
export interface Step {
	name: string;
	/** Nothing is cached from earlier builds. */
	cold: boolean;
	/** How many stories were changed; 100 by a renamed folder. */
	changed: number;
	act(service: Service): Promise<void>;
}

/** The builds of one round, in their order. */
export const steps: readonly Step[] = [
	{ name: 'cold', cold: true, changed: 0, act: async () => {} },
	{ name: 'unchanged', cold: false, changed: 0, act: async () => {} },
	{ name: '1 changed', cold: false, changed: 1, act: (service) => service.change(1) },
	{ name: '100 changed', cold: false, changed: 100, act: (service) => service.change(100) },
	{ name: 'folder of 100 renamed', cold: false, changed: 100, act: (service) => service.renameFolder() },
];

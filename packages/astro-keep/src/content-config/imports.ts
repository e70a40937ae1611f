/** @internal `contentConfigPlugin` makes content configs import this module. */
import { createReference } from 'astro/content/runtime';

export { defineCollection } from 'astro/content/runtime';
export { z } from 'astro/zod';

/** The same function as in `astro:content`. */
export const reference: ReturnType<typeof createReference> = createReference();

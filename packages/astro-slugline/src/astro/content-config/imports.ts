// Nobody has to import this: see `contentConfigPlugin`.
import { createReference } from 'astro/content/runtime';

export { defineCollection } from 'astro/content/runtime';
export { z } from 'astro/zod';

/** As `astro:content` has it. */
export const reference: ReturnType<typeof createReference> = createReference();

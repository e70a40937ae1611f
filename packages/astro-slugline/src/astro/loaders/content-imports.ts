// Internal: content configs import this module. A site may not be able to import `astro-keep`, on which this package depends.
export { defineCollection, reference, z } from 'astro-keep/content-imports';

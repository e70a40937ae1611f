/** A slug or path without the slashes at its ends. @example trimSlashes('/blog/hello/') // 'blog/hello' */
export const trimSlashes = (slug: string): string => slug.replace(/^\/+|\/+$/g, '');

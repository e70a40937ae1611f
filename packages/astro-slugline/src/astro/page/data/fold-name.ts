/** A content type's name, or a file's, as they are compared: `teaser_grid`, `TeaserGrid` and `teaser-grid` are one. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

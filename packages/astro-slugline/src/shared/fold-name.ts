/** Folds the name of a content type or a file for comparison: `teaser_grid`, `TeaserGrid`, and `teaser-grid` are equal. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

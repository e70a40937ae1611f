export { toMoment } from './cast.js';
export { type Filter, type FilterSubject, parseFilter } from './filter-query.js';
export type { Parsed, Refusal } from './refusal.js';
export { parseSortBy, type SortSubject, type StoryOrder } from './sort-by.js';
export { type FilterContext, filtersTranslatedFieldsByDefault } from './translated-field.js';

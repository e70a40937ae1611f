export type { ComponentsFile } from './components-file.js';
export { type DefinedTypes, definedTypes } from './definitions.js';
export { factsOf } from './facts.js';
export type {
	AssetField,
	LinkField,
	PluginField,
	RichTextField,
	RichTextNode,
	SeoField,
	TableField,
	Uuid,
} from './fields.js';
export { type FieldType, inferTypes, type SpaceTypes } from './infer.js';
export type { Blok, BlokName, Story, StoryOf } from './known.js';
export { TypesError } from './types-error.js';
export { type WriteOptions, writeTypes } from './write.js';

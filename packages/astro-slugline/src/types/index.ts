export { type ComponentsFile, TypesError } from './components-file.js';
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
export type {
	Blok,
	BlokName,
	ContentTypeName,
	KnownLanguage,
	LanguageCode,
	Story,
	StoryOf,
	TypesIn,
} from './known.js';
export type { Resolved } from './resolved.js';
export { type WriteOptions, writeTypes } from './write.js';

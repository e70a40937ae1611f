export { type AskAgain, askAgainVariable } from '../shared/api/ask-again.js';
export { type TaggedStory, tagsOfStory } from '../wire/index.js';
export type { Action } from './call/actions.js';
export { classify, type WebhookEvent } from './call/classify.js';
export { type CallContext, createRebuildHook, type RebuildHook } from './create-hook.js';
export { asksForReport, type HandOverOptions, handOver } from './hand-over.js';
export type { Clock } from './model/clock.js';
export {
	askAgain,
	type BuildPayload,
	type Cause,
	type RebuildEvent,
	type Target,
	type TargetContext,
	tagsOf,
} from './model/event.js';
export type { Logger } from './model/logger.js';
export { RebuildError } from './model/rebuild-error.js';
export { nodeListener } from './node-listener.js';
export type { RebuildHookOptions } from './options.js';
export {
	type BuildHookOptions,
	buildHook,
	type RepositoryDispatchOptions,
	repositoryDispatch,
} from './targets/remote.js';
export { type RunOptions, run } from './targets/run.js';

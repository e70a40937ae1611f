export { type Again, answerAgain } from './answer-again.js';
export type { ServedDatasource, ServedSpace } from './served-space.js';
export { type Answerable, whyNotAgain } from './why-not-again.js';

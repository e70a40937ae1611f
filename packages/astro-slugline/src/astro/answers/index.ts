export { answerPages } from './answer-pages.js';

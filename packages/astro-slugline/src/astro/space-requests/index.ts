export { answerSpaceRequests } from './answer-requests.js';

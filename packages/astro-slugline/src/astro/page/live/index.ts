export { giveLive, type LiveEntry, type LiveQuery, type LiveReads, liveReads } from './live-reads.js';

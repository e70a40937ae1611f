export { createManagement } from './management.js';

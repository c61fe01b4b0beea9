export { type Database, openDatabase } from './database.ts';
export * as plants from './plants.ts';
export * as sessions from './sessions.ts';
export { StartError } from './start-error.ts';
export { isWellFormedToken, newToken } from './token-format.ts';
export type { Token } from './tokens.ts';
export * as tokens from './tokens.ts';

export { openSqlite, type SqliteParts } from './sqlite/engine.ts';
export { type Reservation, reserveSqliteFile } from './sqlite/server-lock.ts';

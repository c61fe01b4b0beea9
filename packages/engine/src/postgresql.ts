export { type Limits, openPostgresql, type PostgresqlParts } from './postgresql/engine.ts';

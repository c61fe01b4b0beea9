import { parseArgs } from 'node:util';
import { type Operation, operations } from './operations.ts';
import { type ServerKey, serverKeys } from './servers.ts';

export const usage = `Usage: npm run bench [-- OPTIONS]
  --quick                  32 connections, 10,000 plants and short rounds: about four minutes instead of an hour
  --as-users               as users run it: server and load share all cores, the log goes to a pipe, and (a) and (b) have one
                           table, with no index but that of the list; without it each has a core, and all have our tables
  --only post|get|list|search|crowd|import|scroll|desk|sandbox|events|postgresql
                           one operation instead of all three; search, a caller beside crowds, import, scrolling the page,
                           entering plants at it (desk), the sandbox of tests and the feed (events) are measured for ours,
                           in whole runs and alone; so is postgresql, beside servers with Prisma
  --servers ours,a,b,c     some of the servers instead of all four:
                           ours  the plant store, as npm run start:api has it
                           a     bare node:http + better-sqlite3, one commit per request
                           b     the same, with group commit
                           c     Next route handler, trpc-to-openapi, Prisma create
`;

/** An error for invalid arguments. It is printed with the usage, and nothing is measured. */
export class UsageError extends Error {}

export type Options = {
  isQuick: boolean;
  isHelp: boolean;
  isAsUsers: boolean;
  isSearch: boolean;
  isCrowd: boolean;
  isImport: boolean;
  isScroll: boolean;
  isDesk: boolean;
  isSandbox: boolean;
  isEvents: boolean;
  isPostgresql: boolean;
  operations: Operation[];
  servers: ServerKey[];
};

/** Parses the arguments after `npm run bench --`. @throws UsageError for invalid arguments */
export function parseOptions(words: string[]): Options {
  const { quick = false, help = false, 'as-users': asUsers = false, only, servers } = parse(words);
  return {
    isQuick: quick,
    isHelp: help,
    isAsUsers: asUsers,
    isSearch: only === undefined ? !quick : only === 'search',
    isCrowd: only === undefined ? !quick : only === 'crowd',
    isImport: only === undefined ? !quick : only === 'import',
    isScroll: only === undefined ? !quick : only === 'scroll',
    isDesk: only === undefined ? !quick : only === 'desk',
    isSandbox: only === undefined ? !quick : only === 'sandbox',
    isEvents: only === undefined ? !quick : only === 'events',
    isPostgresql: only === undefined ? !quick : only === 'postgresql',
    operations:
      only === undefined
        ? [...operations]
        : chosen('--only', [only], [...operations, ...ofOurs]).filter((one) => isOperation(one)),
    servers: servers === undefined ? [...serverKeys] : chosen('--servers', servers.split(','), serverKeys),
  };
}

/** Whether a run measures everything, under the conditions of the committed figures. */
export const isWhole = ({ isQuick, isAsUsers, operations: chosen, servers }: Options): boolean =>
  !isQuick && !isAsUsers && chosen.length === operations.length && servers.length === serverKeys.length;

/** The operations that are measured on the plant store only. */
const ofOurs = ['search', 'crowd', 'import', 'scroll', 'desk', 'sandbox', 'events', 'postgresql'] as const;

const isOperation = (one: string): one is Operation => operations.some((operation) => operation === one);

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: {
        quick: { type: 'boolean' },
        'as-users': { type: 'boolean' },
        only: { type: 'string' },
        servers: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    const word = /'([^']+)'/.exec(message)?.[1];
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
        ? '--only and --servers take a value; --quick and --as-users take none.'
        : `"${word}" is not an option; --quick, --as-users, --only and --servers are.`,
    );
  }
}

function chosen<T extends string>(option: string, words: string[], known: readonly T[]): T[] {
  const unknown = words.find((word) => !known.some((one) => one === word));
  if (unknown !== undefined)
    throw new UsageError(`${option} does not know "${unknown}"; it takes ${known.join(', ')}.`);
  return known.filter((one) => words.includes(one));
}

import { type Database, StartError, type Token, tokens } from '@plant-store/db';
import { Scope, scopes, TokenName } from '@plant-store/schema';
import { withStore } from '../store/open-store.ts';
import { type Command, type Outcome, parseWords, table, UsageError } from './command.ts';

export const usage = `Usage:
  npm run token -- create --name NAME --scope SCOPE [--scope SCOPE …] [--expires 90d|12h|never] [--json]
  npm run token -- list [--json]
  npm run token -- revoke NAME-OR-ID [--json]

Scopes: ${scopes.join(', ')}. Without --expires a token works for 90 days.
`;

type Work = (db: Database) => Promise<Outcome>;
type Options = { name?: string; scope?: string[]; expires?: string };

/** Parses the arguments of `npm run token --`; `undefined` for help. @throws UsageError before any store is opened */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, {
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    expires: { type: 'string' },
  });
  const [command, subject, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') return undefined;
  if (!['create', 'list', 'revoke'].includes(command))
    throw new UsageError(`"${command}" is not a command; create, list and revoke are.`);
  const surplus = command === 'revoke' ? rest[0] : subject;
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  const work = workOf(command, subject, values);
  return { perform: () => withStore(work), isJson: values.json ?? false };
}

function workOf(command: string, subject: string | undefined, options: Options): Work {
  if (command === 'list') return list;
  if (command === 'revoke') {
    if (!subject) throw new UsageError('Say which token to revoke: its name or its id.');
    return (db) => revoke(db, subject);
  }
  const wanted = { name: nameOf(options), scopes: scopesOf(options), expiresAt: expiryOf(options) };
  return (db) => create(db, wanted);
}

/** In the audit log, this tells the command from a start of the store. */
const commandInitiator = { source: { address: 'npm run token' } };

async function create(db: Database, wanted: Parameters<typeof tokens.create>[1]): Promise<Outcome> {
  const { token, value } = await tokens.create(db, wanted, commandInitiator);
  const what = `${token.scopes.join(', ')}; ${expiryText(token)}`;
  return {
    json: { ...shown(token), token: value },
    text: `${value}\n`,
    note: `\nThis is the token "${token.name}" (${what}). It is shown only once: keep it in a safe place.\n`,
  };
}

async function list(db: Database): Promise<Outcome> {
  const all = await tokens.list(db);
  const rows = all.map((token) => [
    token.name,
    token.scopes.join(' '),
    stateText(token),
    token.createdAt.toISOString(),
    token.id,
  ]);
  return { json: all.map(shown), text: table([['NAME', 'SCOPES', 'STATE', 'CREATED', 'ID'], ...rows]) };
}

async function revoke(db: Database, nameOrId: string): Promise<Outcome> {
  const token =
    (await tokens.revoke(db, { id: nameOrId }, commandInitiator)) ??
    (await tokens.revoke(db, { name: nameOrId }, commandInitiator));
  if (!token)
    throw new StartError(`No active token has the name or id "${nameOrId}"; see "npm run token -- list".`);
  return {
    json: shown(token),
    text: `Revoked the token "${token.name}". It stops working within a second.\n`,
  };
}

function nameOf({ name = '' }: Options): string {
  const { data, error } = TokenName.safeParse(name);
  // The name is not corrected silently, as later commands must find the token by its name.
  if (data === name) return data;
  throw new UsageError(
    `Give the token a --name: it ${error?.issues[0]?.message ?? 'must not begin or end with a space'}.`,
  );
}

function scopesOf({ scope = [] }: Options): Scope[] {
  const wanted = scope.flatMap((words) => words.split(/[\s,]+/).filter(Boolean));
  const unknown = wanted.find((word) => !Scope.safeParse(word).success);
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not a scope; ${scopes.join(', ')} are.`);
  if (wanted.length === 0)
    throw new UsageError(`Say with --scope what the token may do: ${scopes.join(', ')}.`);
  return [...new Set(wanted)] as Scope[];
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function expiryOf({ expires = '90d' }: Options): Date | null {
  if (expires === 'never') return null;
  const [, amount, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(expires) ?? [];
  if (!amount)
    throw new UsageError(
      `--expires takes minutes, hours or days (30m, 12h, 90d) or never; "${expires}" was given.`,
    );
  return new Date(Date.now() + Number(amount) * unitMs[unit as keyof typeof unitMs]);
}

function stateText(token: Token): string {
  if (token.revokedAt) return `revoked ${token.revokedAt.toISOString()}`;
  return tokens.isActive(token) ? expiryText(token) : `expired ${token.expiresAt?.toISOString()}`;
}

const expiryText = ({ expiresAt }: Token) => (expiresAt ? `until ${expiresAt.toISOString()}` : 'no expiry');

const shown = ({ actorId: _, ...token }: Token) => token;

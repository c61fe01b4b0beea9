import type { Database, Origin } from '@plant-store/db';
import type { StoreError } from '@plant-store/schema';
import type { Auth } from './access/auth.ts';
import type { Browser } from './access/browser-cookie.ts';
import type { Caller } from './access/caller.ts';
import type { Place } from './access/new-session.ts';

/** What a procedure knows of the request it answers, whichever way that came in. */
export type Context = {
  db: Database;
  /** Who asks, by the token that was sent or by a session; else why nobody is known. */
  caller: Caller | StoreError;
  /** Looks at the caller again: the token may have ended while the body was on its way. */
  identify(): Promise<void>;
  /** How people show who they are. */
  auth: Auth;
  /** The secret of the session that the request came with, if it did. */
  session?: string | undefined;
  /** The browser that asks, while it has a passkey made or used. */
  browser(): Browser;
  /** What the audit log tells of where the request came from. */
  origin(): Origin;
  /** Where somebody signs in from; asked for by few. */
  place(): Place;
  /** Has it written down that the request was refused, where that bears on who may do what. */
  noteRefusal(error: StoreError, procedure?: string): void;
  /** The path under which the caller reaches this server; see prefix.ts. */
  prefix: string;
  /** What the request's headers ask for besides. */
  conditions: Conditions;
  /** Whether nothing is written over a plant whose sender does not say which version it knows. */
  requiresIfMatch: boolean;
  /** What goes with the answer: headers, and the status where that is not the usual one of the route. */
  answer: { headers: Record<string, string>; status?: number };
  /** Tells the tracer that a procedure begins; absent where nothing is traced. */
  beginProcedure?: ((path: string) => TracedProcedure) | undefined;
};

/** Headers of a request that bear on what is done, as they were sent. */
export type Conditions = {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
};

/** A procedure that the tracer knows of. */
export type TracedProcedure = {
  /** The store, which tells what it is asked as part of the procedure. */
  db: Database;
  /** Tells that it has ended, and with which error if not well. */
  end(error?: StoreError): void;
};

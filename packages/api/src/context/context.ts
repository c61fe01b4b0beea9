import type { Database, RequestSource } from '@plant-store/db';
import type { StoreError } from '@plant-store/schema';
import type { SignInSource } from '../auth/passwords/sign-in-guard.ts';
import type { Authorization } from '../auth/permission.ts';
import type { Browser } from '../auth/sessions/browser-cookie.ts';
import type { Auth } from '../auth/sign-in.ts';

/** The context of a request for its procedure, over REST and tRPC alike. */
export type Context = Authorization & {
  db: Database;
  /** Identifies the caller again: the token may have ended while the body arrived. */
  identify(): Promise<void>;
  /** Signs people in, and checks their sessions. */
  auth: Auth;
  /** The session secret of the request, if it has one. */
  session?: string | undefined;
  /** The browser that creates or uses a passkey. */
  browser(): Browser;
  /** The source of the request for the audit log. */
  source(): RequestSource;
  /** The source of a sign-in; computed on demand, as few requests need it. */
  signInSource(): SignInSource;
  /** Records the refusal of the request in the audit log, if the refusal is about permissions. */
  logRefusal(error: StoreError, procedure?: string): void;
  /** The path under which the caller reaches this server; see http/request.ts. */
  prefix: string;
  /** The preconditions of the request, as they were sent. */
  preconditions: { ifMatch: string | undefined; ifNoneMatch: string | undefined };
  /** The Idempotency-Key of the request, as it was sent. */
  idempotencyKey: string | undefined;
  /** Whether the server requires a precondition for each overwrite of a plant. */
  requiresIfMatch: boolean;
  /** The path of the file with the first token, if there is one. */
  firstTokenFile: () => string | undefined;
  /** True while the pages of a whole file are read. */
  isExport?: boolean;
  /** Headers of the answer, and its status if the route's usual one does not apply. */
  response: { headers: Record<string, string>; status?: number };
  /** Tells the tracer that a procedure begins; absent without tracing. */
  startProcedureSpan?: ((path: string) => ProcedureSpan) | undefined;
};

/** A procedure that the tracer follows. */
export type ProcedureSpan = {
  /** The store, whose queries are traced as a part of the procedure. */
  db: Database;
  /** Ends the trace, with the error if it failed. */
  end(error?: StoreError): void;
};

import type { Database, RequestSource } from '@plant-store/db';
import type { StoreError } from '@plant-store/schema';
import type { SignInSource } from '../auth/passwords/sign-in-guard.ts';
import type { Authorization } from '../auth/permission.ts';
import type { Browser } from '../auth/sessions/browser-cookie.ts';
import type { Auth } from '../auth/sign-in.ts';
import type { Page } from '../events/waiters.ts';

export type Context = Authorization & {
  db: Database;
  /** Identifies the caller again: the token may have ended while the body arrived. */
  identify(): Promise<Authorization['caller']>;
  /** Ends the short memory of callers; called when a token or a session ends. */
  forgetCallers(): void;
  /** Waits for events after an empty page. Absent in a batch of tRPC, whose calls are answered together. */
  nextEvents: ((page: Page, limit: number, endsAt: number) => Promise<Page>) | undefined;
  auth: Auth;
  session?: string | undefined;
  browser(): Browser;
  source(): RequestSource;
  /** The source of a sign-in; computed on demand, as few requests need it. */
  signInSource(): SignInSource;
  /** Records the refusal of the request in the audit log, if the refusal is about permissions. */
  logRefusal(error: StoreError, procedure?: string): void;
  prefix: string;
  preconditions: { ifMatch: string | undefined; ifNoneMatch: string | undefined };
  idempotencyKey: string | undefined;
  requiresIfMatch: boolean;
  firstTokenFile: () => string | undefined;
  /** True while the pages of a whole file are read. */
  isExport?: boolean;
  /** Headers of the answer, and its status if the route's usual one does not apply. */
  response: { headers: Record<string, string>; status?: number };
  /** Why a URL cannot be called now, in plain words. */
  receiverFault(url: string): Promise<string | undefined>;
  startProcedureSpan?: ((path: string) => ProcedureSpan) | undefined;
};

export type ProcedureSpan = {
  /** The store, whose queries are traced as a part of the procedure. */
  db: Database;
  end(error?: StoreError): void;
};

import { rowsOf } from '@plant-store/db/testing';
import { expect, test, vi } from 'vitest';
import { ann, refused, sessionFor, startWithOwner } from '../procedures/accounts/people-store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

test('a sign-in with the old password waits for a concurrent change and is refused', async () => {
  const { url, databaseUrl, owner } = await startWithOwner();
  const [self] = await owner.people.list.query();
  const { code } = await owner.invitations.createForPassword.mutate({ personId: self?.id ?? '' });
  // The commit of a new password waits for this lock.
  await rowsOf(
    databaseUrl,
    `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER wait AFTER UPDATE ON "credentials" DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION wait()`,
  );
  const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  const isHolding = `query LIKE '%pg_sleep(600)'`;
  const count = async (condition: string) =>
    (await rowsOf(databaseUrl, `SELECT pid ${others} AND ${condition}`)).length;
  const holding = rowsOf(databaseUrl, 'SELECT pg_advisory_lock(1); SELECT pg_sleep(600)').catch(() => []);
  await vi.waitFor(async () => expect(await count(isHolding)).toBe(1));
  const accepting = trpcClient(url, {}).invitations.acceptPassword.mutate({
    code,
    password: 'chosen all anew',
  });
  await vi.waitFor(async () => expect(await count(`wait_event_type = 'Lock'`)).toBe(1));

  let isAnswered = false;
  const signingIn = sessionFor(url, ann.email, ann.password).finally(() => {
    isAnswered = true;
  });
  signingIn.catch(() => undefined);
  await vi.waitFor(async () =>
    expect(isAnswered || (await count(`wait_event_type = 'Lock'`)) === 2).toBe(true),
  );
  await rowsOf(databaseUrl, `SELECT pg_terminate_backend(pid) ${others} AND ${isHolding}`);
  await Promise.all([accepting, holding]);
  await expect(signingIn).rejects.toMatchObject(refused(40103));
});

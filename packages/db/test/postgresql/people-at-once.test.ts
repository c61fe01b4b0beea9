import { expect, onTestFinished, test, vi } from 'vitest';
import { invitations, passkeys, people } from '../../src/index.ts';
import { hashOf } from '../../src/tokens/secrets.ts';
import { newStore } from '../store.ts';
import { connectTo } from '../testing.ts';

const nowhere = {};
const account = (name: string) => ({ name, email: `${name}@example.com`, passwordHash: `hash of ${name}` });

/** A store with the owners Ann and Olga. */
async function storeOfOwners() {
  const { db, rows, url } = await newStore();
  const byOf = async (id: string) => ({ actorId: (await people.find(db, id))?.actorId ?? 0n });
  const ann = await people.createOwner(db, account('ann'));
  const byAnn = await byOf(ann.id);
  const { code } = await invitations.create(db, { role: 'owner', note: 'Olga' }, byAnn);
  const olga = await invitations.accept(db, code, account('olga'), nowhere);
  return { db, rows, url, ann, byAnn, olga, byOlga: await byOf(olga.id) };
}

/** Blocks writes to a table until `release`. `blockedBy` gives the connections that wait for a given connection. */
async function hold(url: string, table: string) {
  const client = await connectTo(url);
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE "${table}" IN SHARE MODE`);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const blockedBy = async (pid: number): Promise<number[]> =>
    (
      await client.query<{ pid: number }>(
        'SELECT pid FROM pg_locks WHERE NOT granted AND $1::int = ANY(pg_blocking_pids(pid))',
        [pid],
      )
    ).rows.map((row) => row.pid);
  const held = () => blockedBy(rows[0]?.pid ?? 0);
  /** Gives the connection that waits for this table. */
  const firstHeld = () =>
    vi.waitFor(async () => {
      const [pid] = await held();
      if (pid === undefined) throw new Error('nobody waits for the table');
      return pid;
    });
  return { held, firstHeld, blockedBy, release: () => client.query('COMMIT') };
}

type Owners = Awaited<ReturnType<typeof storeOfOwners>>;

test.each<[string, (owners: Owners) => Promise<unknown>]>([
  ['invitation', ({ db, byOlga }) => invitations.create(db, { role: 'owner', note: 'Olga again' }, byOlga)],
  ['link for a password', ({ db, ann, byOlga }) => invitations.createPasswordReset(db, ann.id, byOlga)],
])('an owner who loses the role meanwhile keeps no new %s', async (_what, make) => {
  const owners = await storeOfOwners();
  const { db, url, byAnn, olga } = owners;
  const table = await hold(url, 'invitations');
  const inviting = make(owners);
  const inviter = await table.firstHeld();
  let isDone = false;
  const demoting = people.setRole(db, olga.id, 'clerk', byAnn).finally(() => {
    isDone = true;
  });
  await vi.waitFor(async () => expect(isDone || (await table.blockedBy(inviter)).length > 0).toBe(true));
  await table.release();
  await Promise.all([inviting, demoting]);
  expect(await invitations.list(db)).toEqual([]);
});

test('a sign-in by a passkey waits for the removal of the passkey and is refused', async () => {
  const { db, rows, url, olga, byOlga } = await storeOfOwners();
  await rows(`INSERT INTO passkeys (id, person_id, name, origin, credential_id, public_key, counter, transports, backup, created_at)
    VALUES ('key', '${olga.id}', 'Key', 'https://example.com', 'key', '', 0, '', 'none', 0)`);
  const table = await hold(url, 'audit_pending');
  const removing = passkeys.remove(db, { personId: olga.id, id: 'key' }, 'another', byOlga);
  const remover = await table.firstHeld();
  await rows(`INSERT INTO person_sessions (id, hash, person_id, created_at, updated_at, expires_at)
    VALUES ('late', '${hashOf('late')}', '${olga.id}', 0, 0, ${2n ** 62n})`);
  const proof = { method: 'passkey', id: 'key' } as const;
  const signingIn = people.recordSignIn(db, 'late', { proof, source: nowhere, network: '192.0.2.7' });
  await vi.waitFor(async () => {
    const waiting = [...(await table.held()), ...(await table.blockedBy(remover))];
    expect(new Set(waiting).size).toBe(2);
  });
  await table.release();
  await removing;
  expect(await signingIn).toBe(false);
  expect(await rows('SELECT id FROM person_sessions')).toEqual([]);
});

test('three concurrent revocations of an invitation have one audit entry', async () => {
  const { db, rows, url, byAnn, olga, byOlga } = await storeOfOwners();
  const { invitation } = await invitations.create(db, { role: 'clerk', note: 'Cleo' }, byOlga);
  const table = await hold(url, 'invitations');
  const waiting = (count: number) =>
    vi.waitFor(async () => expect(new Set(await table.held()).size).toBe(count));
  const removing = [1, 2].map(() => invitations.revoke(db, invitation.id, byAnn));
  await waiting(2);
  const demoting = people.setRole(db, olga.id, 'clerk', byAnn);
  await waiting(3);
  await table.release();
  await Promise.all([...removing, demoting]);
  const told = `SELECT subject FROM audit_pending WHERE action = 'people.takeBackInvitation'`;
  expect(await rows(told)).toEqual([{ subject: 'Cleo' }]);
});

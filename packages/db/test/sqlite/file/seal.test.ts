import { putSeal, type Seal } from '@plant-store/engine/sqlite/file';
import { expect, test } from 'vitest';
import { plants, sessions, tokens } from '../../../src/index.ts';
import { connect, newStore } from '../../store.ts';

const moving: Seal = { state: 'moving', to: "db.example.com:5432/o'plants" };
const moved: Seal = { state: 'moved', to: "db.example.com:5432/o'plants" };

/** An open store with a plant, a token and a session, which another process then seals. */
async function newSealed(seal: Seal) {
  const store = await newStore();
  await plants.create(store.db, { id: 1n, name: 'Fern' });
  const { token } = await tokens.create(store.db, { name: 'clerk', scopes: ['admin'] });
  const { secret } = await sessions.create(store.db, token);
  const other = connect(store.path);
  other.transaction(() => putSeal(other, seal)).immediate();
  return { ...store, token, secret };
}

test.each([
  [
    moving,
    '60',
    /^nothing was stored: the promotion to the database db\.example\.com:5432\/o'plants was interrupted, .*run "npm run promote" again, or "npm run promote -- --cancel"$/,
  ],
  [
    moved,
    '60',
    /^nothing was stored: the store has moved to the database db\.example\.com:5432\/o'plants .*set DATABASE_URL to that database and restart$/,
  ],
])(
  'a seal of another process refuses every write of an open store: %j',
  async (seal, retryAfter, message) => {
    const { db, token, secret } = await newSealed(seal);
    const writes = [
      plants.create(db, { id: 2n, name: 'Cactus' }),
      plants.create(db, { id: 1n, name: 'Cactus' }),
      tokens.create(db, { name: 'till', scopes: ['admin'] }),
      tokens.revoke(db, { name: 'clerk' }),
      sessions.create(db, token),
      sessions.remove(db, secret),
    ];
    for (const outcome of await Promise.allSettled(writes))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          name: 'StoreError',
          code: 'unavailable',
          headers: { 'Retry-After': retryAfter },
          message: expect.stringMatching(message),
        },
      });
    expect((await plants.list(db, { limit: 5 })).plants).toEqual([{ id: 1n, name: 'Fern' }]);
    expect(await sessions.find(db, secret)).toEqual(token);
  },
);

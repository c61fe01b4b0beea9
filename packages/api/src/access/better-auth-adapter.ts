import { type AuthCondition, type AuthRow, authRecords, type Database } from '@plant-store/db';

type Sought = { model: string; where?: AuthCondition[] };

/** better-auth's questions to a database, passed on to the store. */
export function adapterOf(db: Database) {
  const records = authRecords(db);
  return {
    create: async <T extends AuthRow>({ model, data }: { model: string; data: T }) => {
      await records.insert(model, data);
      return data;
    },
    findOne: async <T>({ model, where = [] }: Sought) =>
      first<T>(await records.select(model, where, { limit: 1 })),
    findMany: async <T>({
      model,
      where = [],
      ...page
    }: Sought & {
      limit: number;
      offset?: number | undefined;
      sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
    }) => (await records.select(model, where, page)) as T[],
    update: async <T>({ model, where = [], update }: Sought & { update: T }) =>
      first<T>(await records.update(model, where, update as AuthRow)),
    updateMany: async ({ model, where = [], update }: Sought & { update: AuthRow }) =>
      (await records.update(model, where, update)).length,
    delete: async ({ model, where = [] }: Sought) => void (await records.remove(model, where)),
    deleteMany: async ({ model, where = [] }: Sought) => (await records.remove(model, where)).length,
    count: ({ model, where = [] }: Sought) => records.count(model, where),
  };
}

const first = <T>(rows: AuthRow[]) => (rows[0] as T | undefined) ?? null;

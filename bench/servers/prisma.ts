import { hash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import Fastify, { type FastifyReply } from 'fastify';
import { type Prisma, PrismaClient } from '../../packages/db/generated/postgresql/client/client.ts';
import { type NewPlant, Refusal, readNewPlant } from './new-plant.ts';

// node prisma.ts bare|duties <port> <token>: Fastify and Prisma on the PostgreSQL of DATABASE_URL. With "duties", each request
// looks its token up, and each write stores an audit entry and the earlier version of the plant in its transaction.
const [kind, port, bareToken] = process.argv.slice(2);
const prisma = new PrismaClient({
  adapter: new PrismaPg(process.env.DATABASE_URL ?? ''),
  // By default a transaction that begins later than after 2 s fails, as on a busy machine.
  transactionOptions: { maxWait: 60_000, timeout: 60_000 },
});
// The first query connects.
await prisma.plant.findFirst();

type Stored = { id: bigint; name: string; tag: string | null };
type By = { actorId: bigint; address: string; requestId: string };
type Storage = {
  add(plant: NewPlant, by: By): Promise<unknown>;
  rename(id: bigint, name: string, by: By): Promise<Stored>;
};

const now = () => BigInt(Date.now()) * 1000n;
const rowOf = ({ id, name, tag }: NewPlant) => ({ id: BigInt(id), name, tag, folded: '', addedAt: now() });

const bare: Storage = {
  add: (plant) => prisma.plant.create({ data: rowOf(plant) }),
  rename: (id, name) => prisma.plant.update({ where: { id }, data: { name } }),
};

let entries = BigInt(Date.now()) << 20n;
/** The entry has no hash, as nothing chains it. */
const entryOf = (action: string, id: bigint | number, by: By) => ({
  data: { number: ++entries, at: now(), action, subject: String(id), hash: '', ...by },
});

const withDuties: Storage = {
  add: (plant, by) =>
    prisma.$transaction([
      prisma.plant.create({ data: { ...rowOf(plant), actorId: by.actorId } }),
      prisma.auditEntry.create(entryOf('plants.create', plant.id, by)),
    ]),
  async rename(id, name, by) {
    for (;;) {
      try {
        return await prisma.$transaction((tx) => renameWithin(tx, id, name, by));
      } catch (cause) {
        // Another request changed the plant meanwhile.
        if ((cause as { code?: string }).code !== 'P2025') throw cause;
      }
    }
  },
};

async function renameWithin(tx: Prisma.TransactionClient, id: bigint, name: string, by: By): Promise<Stored> {
  const { folded, ...old } = (await tx.plant.findUnique({ where: { id } })) ?? notFound();
  const { id: plantId, changedAt, change, ...version } = old;
  const changed = { name, changedAt: now(), change: 1n, actorId: by.actorId };
  const plant = await tx.plant.update({ where: { id, changedAt }, data: changed });
  await tx.plantVersion.create({
    data: { ...version, plantId, changedAt: changedAt ?? old.addedAt, change: change ?? 0n },
  });
  await tx.auditEntry.create(entryOf('plants.update', id, by));
  return plant;
}

const { add, rename } = kind === 'duties' ? withDuties : bare;

async function actorOf(token: string | undefined): Promise<bigint> {
  if (kind !== 'duties' && token === bareToken) return 0n;
  if (kind === 'duties' && token !== undefined) {
    const found = await prisma.token.findUnique({ where: { hash: hash('sha256', token) } });
    if (found && found.revokedAt === null) return found.actorId;
  }
  throw Object.assign(new Refusal(40101, 'the bearer token is not valid'), { statusCode: 401 });
}

const app = Fastify();
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
app.decorateRequest('actorId', 0n);
declare module 'fastify' {
  interface FastifyRequest {
    actorId: bigint;
  }
}
app.addHook('onRequest', async (request) => {
  request.actorId = await actorOf(/^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]);
});

const jsonOf = ({ id, name, tag }: Stored) =>
  `{"id":${id},"name":${JSON.stringify(name)}${tag === null ? '' : `,"tag":${JSON.stringify(tag)}`}}`;
const answer = (reply: FastifyReply, json: string) => reply.type('application/json').send(json);
const byOf = ({ actorId, ip: address, id: requestId }: { actorId: bigint; ip: string; id: string }): By => ({
  ...{ actorId, address, requestId },
});

function notFound(): never {
  throw Object.assign(new Refusal(40400, 'no plant has this id'), { statusCode: 404 });
}

app.post<{ Body: string }>('/plants', async (request, reply) => {
  const plant = readNewPlant(request.body);
  await add(plant, byOf(request));
  const { name, tag } = plant;
  return answer(reply, JSON.stringify(tag === null ? { name } : { name, tag }));
});
app.get<{ Params: { id: string } }>('/plants/:id', async ({ params }, reply) => {
  const plant = (await prisma.plant.findUnique({ where: { id: BigInt(params.id) } })) ?? notFound();
  return answer(reply, jsonOf(plant));
});
app.get<{ Querystring: { limit?: string } }>('/plants', async ({ query }, reply) => {
  const orderBy = [{ addedAt: 'desc' as const }, { id: 'desc' as const }];
  const found = await prisma.plant.findMany({ orderBy, take: Number(query.limit ?? 50) });
  return answer(reply, `[${found.map(jsonOf).join()}]`);
});
app.patch<{ Params: { id: string }; Body: string }>('/plants/:id', async (request, reply) => {
  const id = BigInt(request.params.id);
  const { name } = readNewPlant(JSON.stringify({ ...JSON.parse(request.body), id: 0 }));
  return answer(reply, jsonOf(await rename(id, name, byOf(request))));
});

app.setErrorHandler<Error & { code?: string; statusCode?: number }>((cause, _request, reply) => {
  const isTaken = cause.code === 'P2002';
  const isRefusal = isTaken || cause instanceof Refusal;
  if (!isRefusal) process.stderr.write(`${cause.stack}\n`);
  const message = isTaken ? 'the id is already taken; give another id' : cause.message;
  const error = cause instanceof Refusal ? cause.error : isTaken ? 40004 : 50000;
  void reply.status(cause.statusCode ?? (isRefusal ? 400 : 500)).send({ error, message });
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.('ready');
// The server ends with its parent process.
process.on('disconnect', () => process.exit());

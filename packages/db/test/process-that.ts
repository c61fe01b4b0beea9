import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

// Run as a process of its own by the tests: `node process-that.ts TASK …`.
const [task = '', path = '', ...words] = process.argv.slice(2);

const tasks: Record<string, () => Promise<void>> = {
  /** Has the store open, idle, until it is killed. */
  holds: async () => {
    const { openDatabase, plants } = await import('../src/index.ts');
    const db = await openDatabase(`file:${path}`);
    for (let id = 1n; id <= BigInt(words[0] ?? 0); id++) await plants.create(db, { id, name: `Held ${id}` });
    console.log('open');
    setInterval(() => undefined, 1_000);
  },

  /** Opens the store and says which plants there are. */
  lists: async () => {
    const { openDatabase, plants } = await import('../src/index.ts');
    const db = await openDatabase(`file:${path}`);
    console.log((await plants.list(db, { limit: 200 })).plants.map(({ name }) => name).join());
    await db.close();
  },

  /** Creates rows with Prisma Client, many at once, and prints the id of each that is acknowledged, until one is refused. */
  creates: async () => {
    const { openDatabase } = await import('../src/index.ts');
    const db = await openDatabase(`file:${path}`);
    if (words[0]) limitFiles(words[0]);
    let next = 1n;
    const client = async () => {
      for (;;) {
        const { id } = await db.prisma.actor.create({ data: { id: next++, kind: 'token', name: 'till' } });
        console.log(String(id));
      }
    };
    await Promise.all(Array.from({ length: 8 }, client)).catch(({ code, message }) => {
      throw new Error(`${code}: ${message}`);
    });
  },

  /** Stores an actor and goes on, until the thread that writes ends amid a unit. */
  endsWriter: async () => {
    const { openDatabase } = await import('../src/index.ts');
    const { addMany } = await import('./named-units.ts');
    const db = await openDatabase(`file:${path}`);
    await db.prisma.actor.create({ data: { id: 1n, kind: 'token', name: 'till' } });
    setInterval(() => undefined, 1_000);
    await db.transact(addMany, { count: 3, endsAt: 2 }).catch(({ message }) => console.log(message));
  },

  /** Writes two plants that belong together, in one transaction, again and again until its input ends. */
  writes: async () => {
    const { default: SqliteConnection } = await import('better-sqlite3');
    // Longer than a reader takes the lock of writers for, which it does where it meets one half way through the header
    // of the log (walIndexReadHdr in SQLite's wal.c), and far shorter than a backup would hold it.
    const store = new SqliteConnection(path, { timeout: 1_000 });
    store.pragma('synchronous = FULL');
    const insert = store.prepare('INSERT INTO plants (id, name, tag, added_at) VALUES (?, ?, NULL, ?)');
    const pair = store.transaction((n: number) => {
      insert.run(n, 'Twin', n);
      insert.run(-n, 'Twin', n);
    });
    let isOver = false;
    process.stdin.on('end', () => {
      isOver = true;
    });
    process.stdin.resume();
    const first = Number(words[0]);
    let n = first;
    for (; !isOver; n++) {
      pair(n);
      if (n === first) console.log('writing');
      if (n % 20 === 0) await new Promise(setImmediate);
    }
    console.log(`wrote ${n - first}`);
  },

  backs: async () => {
    await dieAt(Number(words[1]));
    if (words[2]) limitFiles(words[2]);
    const backups = await import('../src/backup/backups.ts');
    flushCompileCache();
    await backups.create(`file:${path}`, { folder: words[0] ?? '', onProgress: () => undefined });
    console.log('done');
  },

  restores: async () => {
    await dieAt(Number(words[2]));
    const { restore } = await import('../src/backup/restore.ts');
    flushCompileCache();
    console.log(
      (
        await restore(
          path.includes(':') ? path : `file:${path}`,
          words[0] ?? '',
          words[1] ?? '',
          () => undefined,
        )
      ).movedTo ?? 'nothing',
    );
  },
};

/** Lets no file of this process become longer than so many times 1024 bytes. */
function limitFiles(kb: string) {
  execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${Number(kb) * 1024}`]);
}

/**
 * Kills this process with SIGKILL just before its `step`th change to the file system. What was compiled until then is
 * for the next one, which is a step further: Node keeps it only at an end in order.
 */
async function dieAt(step: number) {
  let steps = 0;
  for (const name of [
    'mkdirSync',
    'openSync',
    'linkSync',
    'renameSync',
    'rmSync',
    'fsyncSync',
    'writeFileSync',
  ] as const) {
    const change = fs[name] as (...words: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        // What is merely read, as every module is, is as it was.
        const isChange = name !== 'openSync' || given[1] !== 'r';
        if (isChange && ++steps === step) process.kill(process.pid, 'SIGKILL');
        return change(...given);
      },
    });
  }
  syncBuiltinESMExports();
}

await tasks[task]?.().catch((cause: Error) => {
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
});

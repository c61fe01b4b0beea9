import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';

// The tests run this file as a process: `node process-that.ts TASK …`.
const [task = '', path = '', ...words] = process.argv.slice(2);

const tasks: Record<string, () => Promise<void>> = {
  /** Keeps the store open, idle, until it is killed. */
  holds: async () => {
    const { openDatabase, plants } = await import('../src/index.ts');
    const db = await openDatabase(`file:${path}`);
    for (let id = 1n; id <= BigInt(words[0] ?? 0); id++) await plants.create(db, { id, name: `Held ${id}` });
    console.log('open');
    setInterval(() => undefined, 1_000);
  },

  /** Opens the store and prints its plants. */
  lists: async () => {
    const { openDatabase, plants } = await import('../src/index.ts');
    const db = await openDatabase(`file:${path}`);
    console.log((await plants.list(db, { limit: 200 })).plants.map(({ name }) => name).join());
    await db.close();
  },

  /** Creates rows concurrently with Prisma Client, and prints the id of each acknowledged row, until one is refused. */
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

  /** Stores an actor, and then ends the write thread in the middle of a unit. */
  endsWriter: async () => {
    const { openDatabase } = await import('../src/index.ts');
    const { endThread } = await import('./ending-unit.ts');
    const db = await openDatabase(`file:${path}`);
    await db.prisma.actor.create({ data: { id: 1n, kind: 'token', name: 'till' } });
    setInterval(() => undefined, 1_000);
    await db.transact(endThread, undefined).catch(({ message }) => console.log(message));
  },

  /** Writes two plants in one transaction, again and again, until its input ends. */
  writes: async () => {
    const { default: SqliteConnection } = await import('better-sqlite3');
    // Longer than the write lock of a reader that finds a half-written header of the log (walIndexReadHdr in SQLite's
    // wal.c), and far shorter than the lock of a backup would be.
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
    const backups = await import('../src/backups.ts');
    flushCompileCache();
    await backups.create(`file:${path}`, { folder: words[0] ?? '', onProgress: () => undefined });
    console.log('done');
  },

  restores: async () => {
    await dieAt(Number(words[2]));
    const { restore } = await import('../src/backups.ts');
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

/** Limits the size of this process's files, in units of 1024 bytes. */
function limitFiles(kb: string) {
  execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${Number(kb) * 1024}`]);
}

/**
 * Kills this process with SIGKILL just before its change number `step` to the file system. Node saves the compile cache
 * only at a normal exit, so this code saves it first, for the next process.
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
        // Opening a file for reading is no change.
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

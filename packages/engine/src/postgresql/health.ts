import { compose, raw } from '../core/sql.ts';
import type { Store } from '../core/store.ts';
import { unavailable } from '../core/unavailable.ts';
import { waitTimeoutMs } from '../core/waiting.ts';
import { emptyCommit } from './connection/commits.ts';

/**
 * A check reads, and commits if a commit waits for a standby. All callers share the one that is under way, so commits
 * that do not come back hold one connection.
 */
export function createCheck(query: Store<never, never>['query'], table: string): () => Promise<void> {
  let running: Promise<void> | undefined;
  let whyLate = '';

  async function check() {
    whyLate = 'the database does not answer in time';
    const [row] = await query<{
      readOnly: string;
      commit: string;
      standbys: string;
      mayWrite: boolean;
    }>(compose`
      SELECT current_setting('transaction_read_only', true) AS "readOnly",
        current_setting('synchronous_commit', true) AS "commit",
        current_setting('synchronous_standby_names', true) AS "standbys",
        (SELECT 1 FROM ${raw(`"${table}"`)} LIMIT 1) AS "row", has_table_privilege(${table}, 'INSERT') AS "mayWrite"`);
    if (row?.readOnly === 'on') throw unavailable('the database is read-only now');
    // Behind a pooler this is a setting of the role.
    if (row?.commit === 'off')
      throw unavailable('commits do not wait for the disk now: synchronous_commit is off');
    if (!row?.mayWrite) throw unavailable('the user of the store may not write to the database now');
    if (!row.standbys) return;
    whyLate = 'commits do not come back now: the synchronous standby does not confirm them';
    await query(emptyCommit).catch((cause) => {
      throw unavailable(whyLate, cause);
    });
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return withTimeout(running, () => whyLate);
  };
}

async function withTimeout(answer: Promise<void>, whyLate: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(whyLate())), waitTimeoutMs);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

import { type OnProgress, StartError, withFilesIn } from '@plant-store/engine';
import type { EngineOf, ProveBackup, RestoreResult } from './backup-engine.ts';
import { assertBackupExists } from './backup-folder.ts';
import { assertEngine } from './backup-record.ts';
import { checkBackup } from './backup-verification.ts';

/**
 * Restores a backup beside the store, compares it, and replaces the store, which stays under the returned name. After a
 * kill, one of the two is in place, complete. @throws StartError, with nothing changed
 */
export async function restore(
  engineOf: EngineOf,
  url: string,
  folder: string,
  name: string,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  await withFilesIn(folder, async () => assertBackupExists(folder, name));
  const engine = await engineOf(url);
  const proven: ProveBackup = async (prove) => {
    const found = await checkBackup(folder, name, onProgress, (path, record) => {
      assertEngine(record, engine.name);
      return prove(path, record);
    });
    if (found.verdict === 'proven' && found.record) return found.record;
    throw new StartError(
      `The backup ${name} is ${found.verdict} (${found.problem}) and was not restored; "npm run backup -- list" lists the others. Nothing was changed.`,
    );
  };
  return engine.restore(proven, onProgress);
}

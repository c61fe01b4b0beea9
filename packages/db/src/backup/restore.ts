import type { OnProgress } from '../progress.ts';
import { withFilesIn } from '../sqlite/problem.ts';
import { StartError } from '../start-error.ts';
import { check } from './check.ts';
import { assertEngine, engineOf } from './choice.ts';
import type { Proven, Restored } from './engine.ts';
import { assertNamed } from './folder.ts';

/**
 * Puts what a backup holds in place as the store at `url`, once it has been restored beside it and compared in full.
 * What was there is kept under the name that is returned. A process that is killed meanwhile leaves the one or the
 * other in place, whole.
 * @throws StartError when the backup is not proven, or the store is in use; nothing is changed then.
 */
export async function restore(
  url: string,
  folder: string,
  name: string,
  onProgress: OnProgress,
): Promise<Restored> {
  await withFilesIn(folder, async () => assertNamed(folder, name));
  const engine = await engineOf(url);
  const proven: Proven = async (prove) => {
    const found = await check(folder, name, onProgress, (path, record) => {
      assertEngine(record, engine.name);
      return prove(path, record);
    });
    if (found.verdict === 'proven' && found.record) return found.record;
    throw new StartError(
      `The backup ${name} is ${found.verdict} (${found.problem}) and was not restored; "npm run backup -- list" shows the others. Nothing was changed.`,
    );
  };
  return engine.restore(proven, onProgress);
}

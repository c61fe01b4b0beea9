import { StartError, sqliteFileOf } from '@plant-store/db';
import { cancelPromotion } from '@plant-store/db/promotion';
import { defaultStoreFile, envFile, readEnv } from '../settings/env.ts';
import { writeSetting } from '../settings/env-file.ts';
import { type Outcome, shown } from './command.ts';

/**
 * After a promotion DATABASE_URL usually names the new database, so the command then uses the default file.
 * @throws StartError if that file was not promoted, or a promotion is running
 */
export async function goBack(isWriting: boolean): Promise<Outcome> {
  const current = sqliteFileOf(readEnv().DATABASE_URL);
  const isAway = current === undefined;
  const file = current ?? defaultStoreFile;
  const wasSealed = await cancelPromotion(file, { isGoingBack: true }).catch((cause) => {
    throw isAway && cause instanceof StartError
      ? new StartError(`${cause.message} ${otherFile}`, { cause })
      : cause;
  });
  const line = `DATABASE_URL=file:${shown(file)}`;
  if (isAway && !wasSealed)
    throw new StartError(
      `The store at ${file} has not moved, or is already writable again: set ${line} to use it. ${otherFile}`,
    );
  const isWritten = isWriting && wasSealed;
  if (isWritten) writeSetting(envFile, 'DATABASE_URL', `file:${shown(file)}`);
  return {
    json: { wasSealed, setting: line, isWritten },
    text: wasSealed
      ? `${reopened(file)}\n${next(line, isWritten)}`
      : 'No promotion is in progress; the store is writable as before.\n',
  };
}

const otherFile =
  'If another file has moved, set it for this command: DATABASE_URL=file:./PATH npm run promote -- --go-back';

const reopened = (file: string): string =>
  `${shown(file)} is writable again, and lacks all changes made in PostgreSQL since. A running server needs no restart.`;

const next = (line: string, isWritten: boolean): string =>
  isWritten
    ? `Written into .env:\n\n  ${line}\n\nThe environment overrides .env: if DATABASE_URL is set there too, change it. Now start the store ("npm start").\n`
    : `Put this line into .env, or change it wherever DATABASE_URL is set:\n\n  ${line}\n\nand start the store ("npm start").\n`;

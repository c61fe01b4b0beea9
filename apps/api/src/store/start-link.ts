import { type Database, startCodes } from '@plant-store/db';

/** The code uses only the channel between the two processes, as standard output may be a log. */
export function answerStartLinks(db: Database, onFailure: (cause: unknown) => void) {
  process.on('message', (message: { wanted?: unknown } | null) => {
    if (message?.wanted !== 'startCode') return;
    startCodes.create(db).then((startCode) => {
      // The parent process may have ended already.
      process.send?.({ startCode: startCode ?? null }, undefined, undefined, () => undefined);
    }, onFailure);
  });
}

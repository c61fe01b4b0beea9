import { type Database, startCodes } from '@plant-store/db';

/**
 * Answers the parent process when it asks for the code of a start link. The code uses only the channel between the two
 * processes, as standard output may be a log. A store with an owner has no code.
 */
export function answerStartLinks(db: Database, onFailure: (cause: unknown) => void) {
  process.on('message', (message: { wanted?: unknown } | null) => {
    if (message?.wanted !== 'startCode') return;
    startCodes.create(db).then((startCode) => {
      // The parent process may have ended already.
      process.send?.({ startCode: startCode ?? null }, undefined, undefined, () => undefined);
    }, onFailure);
  });
}

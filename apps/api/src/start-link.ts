import { type Database, startCodes } from '@plant-store/db';

/**
 * Answers the process that started this one when it asks for the code of a start link. The code goes over the channel
 * between the two alone: standard output may be a log. There is none where the store has an owner.
 */
export function answerStartLinks(db: Database, onFailure: (cause: unknown) => void) {
  process.on('message', (message: { wanted?: unknown } | null) => {
    if (message?.wanted !== 'startCode') return;
    startCodes.create(db).then((startCode) => {
      // The process may be gone by now.
      process.send?.({ startCode: startCode ?? null }, undefined, undefined, () => undefined);
    }, onFailure);
  });
}

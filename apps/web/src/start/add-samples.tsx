'use client';

import { on } from '@plant-store/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { useSay } from '../page/toasts.tsx';
import { readAnew } from '../plants/list-changes.ts';
import { useUndo } from '../receipts/use-undo.tsx';
import { useSession } from '../session/may.tsx';
import { browserClient } from '../store/browser-client.ts';
import { newKey } from '../store/idempotency-key.ts';
import { useRequest } from '../store/use-request.ts';
import { samplePlants } from './sample-plants.ts';
import styles from './start.module.css';
import { texts } from './texts.tsx';

/** Lets the owner of an empty store add sample plants, which Undo takes back. */
export function AddSamples() {
  const queries = useQueryClient();
  const say = useSay();
  const undo = useUndo();
  const request = useRef<{ plants: ReturnType<typeof samplePlants>; key: string }>(undefined);
  const isOwner = useSession()?.role === 'owner';
  const { send, problemBeside, isPending } = useRequest<{ receipt: bigint }>(({ receipt }) => {
    say.done(texts.samples.added, () => void undo(receipt));
    void readAnew(queries);
  });
  if (!isOwner) return null;
  const add = () =>
    send(async () => {
      // Sent again after a lost answer, the same plants are added once.
      request.current ??= {
        plants: samplePlants(await browserClient.plants.nextFreeId.query()),
        key: newKey(),
      };
      const { plants, key } = request.current;
      return browserClient.plants.createMany.mutate({ plants }, on({ idempotencyKey: key }));
    });
  return (
    <div className={styles.samples}>
      <p>{texts.samples.offer}</p>
      <Button className={buttons.quiet} disabled={isPending} focusableWhenDisabled onClick={add}>
        {isPending ? texts.samples.adding : texts.samples.add}
      </Button>
      <p className={styles.problem} role="alert">
        {problemBeside()}
      </p>
    </div>
  );
}

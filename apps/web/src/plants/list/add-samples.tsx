'use client';

import { on } from '@plant-store/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { useSession } from '../../session/may.tsx';
import { useRequest } from '../../session/use-request.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { useSay } from '../../ui/toasts/toasts.tsx';
import { useUndo } from '../activity/use-undo.tsx';
import { readAnew } from '../queries/list-changes.ts';
import { texts } from '../texts.tsx';
import styles from './add-samples.module.css';
import { samplePlants } from './sample-plants.ts';

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

import { callOptions } from '@plant-store/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { useMay, useSession } from '../../session/session-context.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Logo } from '../../ui/layout/logo.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Link } from '../../ui/link.tsx';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { undoOf, useMayUndo, useUndo } from '../activity/use-undo.tsx';
import { refetchPlants } from '../queries/list-changes.ts';
import { forgetDeletion, hasTrash, lastDeletion } from '../queries/trash-query.ts';
import styles from './plant-list.module.css';
import type { samplePlants } from './sample-plants.ts';
import { texts } from './texts.ts';

/** In place of an empty list. After a bulk deletion it offers Undo. */
export function NoPlants() {
  const { data: deleted } = useQuery(lastDeletion);
  const { data: isTrashed } = useQuery(hasTrash);
  const queries = useQueryClient();
  const undo = useUndo(() => forgetDeletion(queries));
  const mayUndo = useMayUndo()({ created: 0 });
  const toTrash = <ButtonLink href="/trash">{texts.deleted.openTrash}</ButtonLink>;
  if (!deleted || !isTrashed)
    return (
      <>
        <FirstPlants />
        {isTrashed && (
          <p className={styles.trash}>
            {texts.deleted.inTrash} {toTrash}
          </p>
        )}
      </>
    );
  return (
    <Notice
      title={texts.deleted.title(deleted.count)}
      action={
        <>
          {mayUndo && <Button onClick={() => void undo(deleted.receipt)}>{texts.deleted.undo}</Button>}
          {toTrash}
        </>
      }
    >
      {texts.deleted.text}
    </Notice>
  );
}

function FirstPlants() {
  const may = useMay();
  const toAdd = may('imports') ? texts.empty.add((text) => linkTo('/import', text)) : texts.empty.addOnly;
  return (
    <div className={styles.empty}>
      <Logo />
      <p>
        <strong>{texts.empty.title}</strong> {may('plants:write') ? toAdd : texts.empty.viewer}
      </p>
      {may('admin') && <p>{texts.empty.invite((text) => linkTo('/people', text))}</p>}
      <AddSamples />
    </div>
  );
}

const linkTo = (path: string, text: string) => <Link href={path}>{text}</Link>;

function AddSamples() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const undo = useUndo();
  const request = useRef<{ plants: ReturnType<typeof samplePlants>; key: string }>(undefined);
  const isOwner = useSession()?.role === 'owner';
  const attemptSignedIn = useAttempt();
  const { mutate, data, isPending } = useMutation({
    mutationFn: () =>
      attemptSignedIn(() =>
        attempt(async () => {
          // A repeat after a lost answer adds the plants only once.
          const { samplePlants } = await import('./sample-plants.ts');
          request.current ??= {
            plants: samplePlants((await browserClient.plants.freeIds.query())[0]?.[0] ?? 1n),
            key: newKey(),
          };
          const { plants, key } = request.current;
          return browserClient.plants.createMany.mutate({ plants }, callOptions({ idempotencyKey: key }));
        }),
      ),
    onSuccess: (outcome) => {
      if (outcome.failure) return;
      const { receipt } = outcome.value;
      toasts.doneStep(texts.samples.added, undoOf(undo, receipt), receipt);
      void refetchPlants(queries);
    },
  });
  if (!isOwner) return null;
  return (
    <div className={styles.samples}>
      <p>{texts.samples.offer}</p>
      <Button disabled={isPending} onClick={() => mutate()}>
        {isPending ? texts.samples.adding : texts.samples.add}
      </Button>
      <p className={styles.problem} role="alert">
        {data?.failure && reason(data.failure)}
      </p>
    </div>
  );
}

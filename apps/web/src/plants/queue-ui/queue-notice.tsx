import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { useOffline } from '../../api/offline.ts';
import { useSignInAgain } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { onFirstUse } from '../../ui/text/on-first-use.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import type { Damaged } from '../queue/queue-database.ts';
import { isPerson, ownerOf } from '../queue/queue-owner.ts';
import { isKept } from '../queue/queue-state.ts';
import { isWaiting, type QueuedPlant } from '../queue/queued-plant.ts';
import type { Pause } from '../queue/send.ts';
import { canPersist } from '../queue/storage.ts';
import { saveDamaged, saveWaiting } from './queue-file.ts';
import styles from './queue-notice.module.css';
import { useQueue } from './queue-provider.tsx';
import { texts } from './texts.ts';

/** The age at which the notice asks to check waiting plants: the store forgets idempotency keys after 24 hours. */
const oldMs = 24 * 60 * 60_000;
const day = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }),
);

/** Empty while plants are being saved. A phone's sheet covers the page, so it has this too. */
export function QueueNotice({ isInSheet = false }: { isInSheet?: boolean }) {
  const { state, isSheetOpen } = useQueue();
  const isOffline = useOffline();
  const waiting = state.entries.filter((entry) => isWaiting(entry) && isKept(state, entry));
  const pause = waiting.length > 0 ? state.pause : undefined;
  // Over plain HTTP the browser stores nothing, so the notice appears only while a plant waits.
  const isLosing = state.isPersisted === false && (canPersist() || pause !== undefined);
  if (isInSheet !== isSheetOpen) return null;
  return (
    <div className={styles.notices} role="status">
      {isInSheet && isOffline && !pause && <Notice text={texts.offline} />}
      {pause && <PauseNotice pause={pause} waiting={waiting} />}
      {isLosing && <Notice isProblem text={canPersist() ? texts.notKept : texts.notKeptHere} />}
      {state.damaged.length > 0 && <DamagedNotice damaged={state.damaged} />}
    </div>
  );
}

function PauseNotice({ pause, waiting }: { pause: Pause; waiting: readonly QueuedPlant[] }) {
  const { queue, state } = useQueue();
  const router = useRouter();
  const oldest = Math.min(...waiting.map(({ typedAt }) => typedAt));
  // After a clock was set back, `typedAt` may be in the future. The plant then counts as new.
  const isOld = Date.now() - oldest > oldMs;
  return (
    <Notice
      text={`${texts.pause[pause](waiting.length)}${isOld ? ` ${texts.old(day().format(oldest))}` : ''}`}
    >
      {pause === 'signedOut' && <SignIn />}
      {pause === 'otherPerson' && <Button onClick={() => router.refresh()}>{texts.reload}</Button>}
      {(pause === 'unreachable' || pause === 'busy') && (
        <Button onClick={() => void queue?.send()}>{texts.sendNow}</Button>
      )}
      <Button look="bare" onClick={() => void saveWaiting(state.entries)}>
        {texts.saveAsCsv}
      </Button>
    </Notice>
  );
}

function DamagedNotice({ damaged }: { damaged: readonly Damaged[] }) {
  const { queue } = useQueue();
  return (
    <Notice isProblem text={texts.damaged(damaged.length, namesIn(damaged))}>
      <Button onClick={() => saveDamaged(damaged)}>{texts.saveDamaged}</Button>
      <Button look="danger" onClick={() => void queue?.removeDamaged()}>
        {texts.discardDamaged}
      </Button>
    </Notice>
  );
}

type NoticeProps = { text: string; isProblem?: boolean; children?: ReactNode };

const Notice = ({ text, isProblem = false, children }: NoticeProps) => (
  <p className={styles.notice} data-kind={isProblem ? 'problem' : undefined}>
    <span className={styles.text}>
      <Sentence text={text} />
    </span>
    {children && <span className={styles.actions}>{children}</span>}
  </p>
);

function SignIn() {
  const { queue, handOver } = useQueue();
  const signInAgain = useSignInAgain();
  const router = useRouter();
  const signIn = async () => {
    if (!(await signInAgain())) return;
    const session = await attempt(() => browserClient.session.get.query());
    if (session.value && queue && ownerOf(session.value) !== queue.owner) {
      // The sign-in dialog detects another person only if the page knew the first one. The reloaded page belongs to the
      // new person.
      if (isPerson(queue.owner)) return location.assign('/');
      await handOver(queue, ownerOf(session.value));
      router.refresh();
    } else await queue?.send();
  };
  return <Button onClick={() => void signIn()}>{texts.signIn}</Button>;
}

/** Up to three names or ids that can still be read in damaged records. */
function namesIn(damaged: readonly Damaged[]): string {
  const names = damaged.flatMap(({ record }) => {
    const plant = (record as { plant?: { id?: unknown; name?: unknown } }).plant;
    const name = plant?.name ?? plant?.id;
    return typeof name === 'string' || typeof name === 'bigint' ? isolated(String(name).slice(0, 40)) : [];
  });
  return names.slice(0, 3).join(', ');
}

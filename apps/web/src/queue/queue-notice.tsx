'use client';

import { Button } from '@base-ui/react/button';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import buttons from '../page/button.module.css';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { canKeep } from './kept.ts';
import { isPerson, ownerOf } from './owner.ts';
import { saveDamaged, saveWaiting } from './queue-file.ts';
import styles from './queue-notice.module.css';
import { useQueue } from './queue-provider.tsx';
import { isWaiting } from './queued-plant.ts';
import { texts } from './texts.ts';

/** The store forgets the key of a request after so long; somebody should look at plants that have waited longer. */
const oldMs = 24 * 60 * 60_000;
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** Says why plants wait, and what helps; empty while everything is being saved. */
export function QueueNotice() {
  const { queue, state } = useQueue();
  const waiting = state.entries.filter(isWaiting);
  const oldest = Math.min(...waiting.map(({ typedAt }) => typedAt));
  // With a clock that was set back, a plant may come from the future; then nobody knows how long it waits.
  const isOld = Date.now() - oldest > oldMs;
  const isPaused = state.pause !== undefined && waiting.length > 0;
  // Where plain HTTP keeps nothing, this page is all there is, and only a plant that waits needs a word on it.
  const isLosing = state.isKept === false && (canKeep() || isPaused);
  return (
    <div className={styles.notices} role="status">
      {state.pause && isPaused && (
        <Notice
          text={`${texts.pause[state.pause](waiting.length)}${isOld ? ` ${texts.old(day.format(oldest))}` : ''}`}
        >
          {state.pause === 'signedOut' && <SignIn />}
          {state.pause === 'otherPerson' && <Reload />}
          {(state.pause === 'unreachable' || state.pause === 'busy') && (
            <Button className={buttons.quiet} onClick={() => void queue?.send()}>
              {texts.sendNow}
            </Button>
          )}
          <Button className={buttons.bare} onClick={() => void saveWaiting(state.entries)}>
            {texts.saveAsCsv}
          </Button>
        </Notice>
      )}
      {isLosing && <Notice isProblem text={canKeep() ? texts.notKept : texts.notKeptHere} />}
      {state.damaged.length > 0 && (
        <Notice isProblem text={texts.damaged(state.damaged.length, namesIn(state.damaged))}>
          <Button className={buttons.quiet} onClick={() => saveDamaged(state.damaged)}>
            {texts.saveDamaged}
          </Button>
          <Button className={buttons.bare} onClick={() => void queue?.removeDamaged()}>
            {texts.discardDamaged}
          </Button>
        </Notice>
      )}
    </div>
  );
}

const Notice = ({
  text,
  isProblem = false,
  children,
}: {
  text: string;
  isProblem?: boolean;
  children?: ReactNode;
}) => (
  <p className={styles.notice} data-kind={isProblem ? 'problem' : undefined}>
    <span className={styles.text}>{text}</span>
    {children && <span className={styles.actions}>{children}</span>}
  </p>
);

function SignIn() {
  const { queue } = useQueue();
  const signInAgain = useSignInAgain();
  const router = useRouter();
  const signIn = async () => {
    if (!(await signInAgain())) return;
    const session = await attempt(() => browserClient.session.get.query());
    if ('value' in session && queue && ownerOf(session.value) !== queue.owner) {
      // The dialog refuses another person only where the page knew who was signed in. The next page is theirs.
      if (isPerson(queue.owner)) return location.assign('/');
      await queue.handOver(ownerOf(session.value));
      router.refresh();
    }
    await queue?.send();
  };
  return (
    <Button className={buttons.quiet} onClick={() => void signIn()}>
      {texts.signIn}
    </Button>
  );
}

/** The page then shows who is signed in now. */
function Reload() {
  const router = useRouter();
  return (
    <Button className={buttons.quiet} onClick={() => router.refresh()}>
      {texts.reload}
    </Button>
  );
}

/** What can still be read of damaged records: their names and ids, at most three. */
function namesIn(damaged: readonly { record: unknown }[]): string {
  const names = damaged.flatMap(({ record }) => {
    const plant = (record as { plant?: { id?: unknown; name?: unknown } }).plant;
    const name = plant?.name ?? plant?.id;
    return typeof name === 'string' || typeof name === 'bigint' ? String(name).slice(0, 40) : [];
  });
  return names.slice(0, 3).join(', ');
}

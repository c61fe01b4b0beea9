import { useEffect } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { RunProgress } from './run-progress.tsx';
import type { Run } from './use-run.ts';

export function ImportRun({ run, name, onCancel }: { run: Run; name: string; onCancel: () => void }) {
  useLeaveGuard(!run.isDryRun);
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.step}>
      <RunProgress run={run} label={run.isDryRun ? texts.run.checking(name) : texts.run.importing(name)} />
      <div className={styles.actions}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        {!run.isDryRun && <span className={styles.note}>{texts.run.cancelNote}</span>}
      </div>
    </div>
  );
}

/** Asks before a person loses an import by a link or by closing the page. */
function useLeaveGuard(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const listening = new AbortController();
    const { signal } = listening;
    // The browser asks with its own text.
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // Listens before the router, as the router cannot ask.
    window.addEventListener(
      'click',
      (event) => isLeaving(event) && !window.confirm(texts.run.leave) && stop(event),
      {
        signal,
        capture: true,
      },
    );
    return () => listening.abort();
  }, [isNeeded]);
}

function isLeaving({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  return link !== null && link.pathname !== location.pathname && !ctrlKey && !metaKey && !shiftKey;
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

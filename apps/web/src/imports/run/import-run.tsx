import { Progress } from '@base-ui/react/progress';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { useAskBeforeLoss } from '../../ui/use-ask-before-loss.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { paceOf, paceText } from './import-pace.ts';
import type { Run } from './use-run.ts';

export function ImportRun({ run, name, onCancel }: { run: Run; name: string; onCancel: () => void }) {
  useAskBeforeLoss(!run.isDryRun);
  useLinkGuard(!run.isDryRun);
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

/** Asks before a person loses an import by a link. It listens before the router, as the router cannot ask. */
function useLinkGuard(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const guard = (event: MouseEvent) => {
      if (!isLeaving(event) || window.confirm(texts.run.leave)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', guard, { capture: true });
    return () => window.removeEventListener('click', guard, { capture: true });
  }, [isNeeded]);
}

function isLeaving({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  return link !== null && link.pathname !== location.pathname && !ctrlKey && !metaKey && !shiftKey;
}

export function RunProgress({ run, label }: { run: Run; label: ReactNode }) {
  const pace = paceOf(run, (performance.now() - run.begunAt) / 1000);
  return (
    <>
      <Progress.Root className={styles.progress} value={Math.round(100 * pace.done)}>
        <Progress.Label className={styles.label}>{label}</Progress.Label>
        <Progress.Track className={styles.track}>
          <Progress.Indicator className={styles.indicator} />
        </Progress.Track>
      </Progress.Root>
      <p className={styles.note}>
        {run.progress.reported?.phase === 'waiting' ? `${texts.run.waiting} ` : ''}
        {paceText(pace)}
      </p>
    </>
  );
}

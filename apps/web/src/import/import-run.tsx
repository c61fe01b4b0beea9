'use client';

import { Button } from '@base-ui/react/button';
import { useEffect, useRef } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import styles from './import-page.module.css';
import { RunProgress } from './run-progress.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { Run } from './use-run.ts';

/** How far a check or an import is, and the way to stop it. */
export function ImportRun({ run, name, onCancel }: { run: Run; name: string; onCancel: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  useLeaveGuard(!run.isDryRun);
  return (
    <div ref={place} tabIndex={-1} className={styles.step}>
      <RunProgress
        run={run}
        label={
          <>
            {run.isDryRun ? 'Checking' : 'Importing'} <Bdi text={name} />
          </>
        }
      />
      <div className={styles.actions}>
        <Button className={buttons.quiet} onClick={onCancel}>
          Cancel
        </Button>
        {!run.isDryRun && (
          <span className={styles.note}>
            Cancelled, it leaves nothing behind, unless it was done just then. Leaving this page cancels it.
          </span>
        )}
      </div>
    </div>
  );
}

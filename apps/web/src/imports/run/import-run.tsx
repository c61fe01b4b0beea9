'use client';

import { useEffect, useRef } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { RunProgress } from './run-progress.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { Run } from './use-run.ts';

/** The progress of a check or an import, with a Cancel button. */
export function ImportRun({ run, name, onCancel }: { run: Run; name: string; onCancel: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  useLeaveGuard(!run.isDryRun);
  return (
    <div ref={place} tabIndex={-1} className={styles.step}>
      <RunProgress run={run} label={run.isDryRun ? texts.run.checking(name) : texts.run.importing(name)} />
      <div className={styles.actions}>
        <Button className={buttons.quiet} onClick={onCancel}>
          {texts.cancel}
        </Button>
        {!run.isDryRun && <span className={styles.note}>{texts.run.cancelNote}</span>}
      </div>
    </div>
  );
}

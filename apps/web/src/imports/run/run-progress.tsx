import { Progress } from '@base-ui/react/progress';
import type { ReactNode } from 'react';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { paceOf, paceText } from './import-pace.ts';
import type { Run } from './use-run.ts';

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

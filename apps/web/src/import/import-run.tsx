'use client';

import { Button } from '@base-ui/react/button';
import { Progress } from '@base-ui/react/progress';
import buttons from '../page/button.module.css';
import { numberText } from '../page/count-text.ts';
import { paceOf } from './import-pace.ts';
import styles from './import-page.module.css';
import type { ImportStep } from './use-import.ts';

type ImportRunProps = {
  step: Extract<ImportStep, { kind: 'run' }>;
  name: string;
  onCancel: () => void;
};

/** How far it is, how fast and for how long still; and the way to stop it, which leaves nothing behind. */
export function ImportRun({ step: { isDryRun, told, begunAt, rows }, name, onCancel }: ImportRunProps) {
  const seconds = (performance.now() - begunAt) / 1000;
  const { done, rowsPerSecond, secondsLeft } = paceOf(told, rows, seconds);
  return (
    <div className={styles.step}>
      <Progress.Root className={styles.progress} value={Math.round(100 * done)}>
        <Progress.Label className={styles.label}>
          {isDryRun ? 'Checking' : 'Importing'} {name}
        </Progress.Label>
        <Progress.Track className={styles.track}>
          <Progress.Indicator className={styles.indicator} />
        </Progress.Track>
      </Progress.Root>
      <p className={styles.note}>
        {told.told?.phase === 'waiting' && 'Waiting for another import to end. '}
        {rowsPerSecond !== undefined && `${numberText(rowsPerSecond)} rows per second`}
        {secondsLeft !== undefined && `, ${timeText(secondsLeft)} left`}
      </p>
      <div className={styles.actions}>
        <Button className={buttons.quiet} onClick={onCancel}>
          Cancel
        </Button>
        <span className={styles.note}>Cancelled, it leaves nothing behind.</span>
      </div>
    </div>
  );
}

const timeText = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${numberText(Math.round(seconds / 60))} min`;

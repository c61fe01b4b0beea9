import { Button } from '@base-ui/react/button';
import type { TrashedPlant } from '@plant-store/schema';
import { useState } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { useLedFocus } from '../page/led-focus.ts';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';

type TrashItemProps = {
  plant: TrashedPlant;
  /** `undefined` for somebody who may not. */
  onRestore: (() => Promise<unknown>) | undefined;
};

/** A deleted plant: what it was, who deleted it and when, and until when it can be had back. */
export function TrashItem({ plant, onRestore }: TrashItemProps) {
  const [isRestoring, setRestoring] = useState(false);
  useLedFocus();
  const act = async () => {
    setRestoring(true);
    await onRestore?.();
    setRestoring(false);
  };
  return (
    <li className={rows.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={plant.name} />
        </p>
        <p className={rows.note}>
          <span className={rows.id}>{String(plant.id)}</span>
          {plant.tag !== undefined && (
            <>
              {' · '}
              <Bdi text={plant.tag} />
            </>
          )}
        </p>
        <p className={rows.note}>
          Deleted{' '}
          {plant.deletedBy && (
            <>
              by <Bdi text={plant.deletedBy.name} />{' '}
            </>
          )}
          on <When at={plant.deletedAt} />, and kept until <When at={plant.purgedAt} />
        </p>
      </div>
      {onRestore && (
        <Button
          className={buttons.quiet}
          aria-label={`Restore ${plant.name}`}
          disabled={isRestoring}
          focusableWhenDisabled
          onClick={act}
        >
          {isRestoring ? 'Restoring…' : 'Restore'}
        </Button>
      )}
    </li>
  );
}

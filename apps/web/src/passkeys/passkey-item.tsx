import { Button } from '@base-ui/react/button';
import type { Passkey } from '@plant-store/schema';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import styles from './passkeys-part.module.css';

/** A passkey: what it is called, since when it is there, and when it was used. */
export function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, origin, backup, createdAt, usedAt } = passkey;
  return (
    <li className={styles.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={name} />
        </p>
        <p className={rows.note}>
          Added on <When at={createdAt.toISOString()} />
          {backup === 'none' && '; it is on one device only'}
        </p>
        <p className={rows.note}>
          {usedAt ? (
            <>
              Used last on <When at={usedAt.toISOString()} />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
        {origin !== window.location.origin && <p className={rows.note}>It signs in at {origin} only</p>}
      </div>
      <Button className={buttons.quiet} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

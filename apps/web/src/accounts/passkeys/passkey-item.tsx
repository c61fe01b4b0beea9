import type { Passkey } from '@plant-store/schema';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import rows from '../../ui/tables/rows.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import styles from './passkeys-part.module.css';
import { texts } from './texts.ts';

/** A passkey with its name, its creation and its last use. */
export function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, origin, backup, createdAt, usedAt } = passkey;
  return (
    <li className={styles.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={name} />
        </p>
        <p className={rows.note}>
          {texts.item.addedOn(<When at={createdAt.toISOString()} />)}
          {backup === 'none' && texts.item.onOneDevice}
        </p>
        <p className={rows.note}>
          {usedAt ? texts.item.usedOn(<When at={usedAt.toISOString()} />) : texts.item.notUsed}
        </p>
        {origin !== window.location.origin && <p className={rows.note}>{texts.item.atOrigin(origin)}</p>}
      </div>
      <Button className={buttons.quiet} aria-label={texts.item.removeNamed(name)} onClick={onRemove}>
        {texts.item.remove}
      </Button>
    </li>
  );
}

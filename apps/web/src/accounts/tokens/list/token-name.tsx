import type { Token } from '@plant-store/schema';
import chip from '../../../ui/buttons/chip.module.css';
import { Fact } from '../../../ui/layout/fact.tsx';
import table from '../../../ui/tables/data-table.module.css';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { When } from '../../../ui/text/when.tsx';
import { texts } from '../texts.ts';
import styles from './token-row.module.css';

export function TokenName({ token, isInUse }: { token: Token; isInUse: boolean }) {
  const { name, createdAt, lastUsedFrom, previousUntil } = token;
  const isRotating = isInUse && previousUntil !== null && previousUntil > new Date();
  return (
    <details className={table.details}>
      <summary>
        <Bdi text={name} />
        {isRotating && (
          <span className={`${chip.chip} ${styles.rotating}`} data-kind="soft">
            {texts.rotating}
          </span>
        )}
      </summary>
      <dl className={table.facts}>
        <Fact name={texts.details.created} at={createdAt} />
        <Fact name={texts.details.usedFrom}>{lastUsedFrom}</Fact>
        <Fact name={texts.details.previous}>
          {isRotating && texts.details.previousUntil(<When at={previousUntil} />)}
        </Fact>
      </dl>
    </details>
  );
}

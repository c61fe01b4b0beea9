import { isAlphanumericId } from '@plant-store/plant-files';
import type { ImportError } from '@plant-store/schema';
import { Button } from '../../ui/buttons/button.tsx';
import styles from '../import.module.css';
import type { ImportSettings } from '../run/import-request.ts';
import { texts } from '../texts.tsx';

type NewIdsOfferProps = {
  errors: readonly ImportError[];
  idColumn: string;
  given: ImportSettings['newIds'];
  isBusy: boolean;
  /** `undefined` if the cells of this file cannot be changed in the browser. */
  onGive: (() => void) | undefined;
};

/** Offers new ids for rows whose ids contain letters. Afterwards it shows the new ids. */
export function NewIdsOffer({ errors, idColumn, given, isBusy, onGive }: NewIdsOfferProps) {
  const lettered = errors.find(({ column, value }) => column === idColumn && isAlphanumericId(value));
  return (
    <>
      <p role="status" className={styles.note}>
        {given && texts.newIds.given(given.first, given.last)}
      </p>
      {lettered && onGive && (
        <div className={styles.actions}>
          <span>{texts.newIds.problem(lettered.value)}</span>
          <Button disabled={isBusy} onClick={onGive}>
            {texts.newIds.give}
          </Button>
          <span className={styles.note}>{texts.newIds.note}</span>
        </div>
      )}
    </>
  );
}

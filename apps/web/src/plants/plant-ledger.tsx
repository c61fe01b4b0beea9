'use client';

import { useEffect, useState } from 'react';
import { addressOf, searchIn } from '../search/plant-search.ts';
import { useMay } from '../session/may.tsx';
import { MayNotAdd, MayNotList } from './no-permission.tsx';
import { PlantForm, type PlantFormProps } from './plant-form.tsx';
import styles from './plant-ledger.module.css';
import { PlantList, type PlantListProps } from './plant-list.tsx';

type PlantLedgerProps = Omit<PlantFormProps, 'onAdded'> & Omit<PlantListProps, 'fresh'>;

/** The store as a ledger: the line to write the next plant on, and below it the plants, newest first. */
export function PlantLedger({ typed, added, freeId, searched, first, failure }: PlantLedgerProps) {
  const [fresh, setFresh] = useState<bigint>();
  useEffect(() => {
    // What the address brought along is in the page by now, and is not to come back when that is loaded again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = useMay();
  return (
    <div className={styles.ledger}>
      {may('plants:write') ? (
        <PlantForm typed={typed} added={added} freeId={freeId} onAdded={setFresh} />
      ) : (
        <MayNotAdd />
      )}
      {may('plants:read') ? (
        <PlantList searched={searched} first={first} failure={failure} fresh={fresh} />
      ) : (
        <MayNotList />
      )}
    </div>
  );
}

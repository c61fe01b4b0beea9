'use client';

import { useEffect, useState } from 'react';
import { addressOf, searchIn } from '../search/plant-search.ts';
import { useMay } from '../session/may.tsx';
import { MayNotAdd, MayNotList } from './no-permission.tsx';
import { PlantEntry } from './plant-entry.tsx';
import type { PlantFormProps } from './plant-form.tsx';
import styles from './plant-ledger.module.css';
import { PlantList, type PlantListProps } from './plant-list.tsx';

type PlantLedgerProps = Omit<PlantFormProps, 'onAdded'> & Omit<PlantListProps, 'fresh' | 'entry'>;

/** The list of plants, newest first, with the line to add the next one at its head. */
export function PlantLedger({ typed, added, freeId, searched, first, failure }: PlantLedgerProps) {
  const [fresh, setFresh] = useState<bigint>();
  useEffect(() => {
    // What the address brought along is in the page by now, and is not to come back when that is loaded again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = useMay();
  const entry = may('plants:write') ? (
    <PlantEntry typed={typed} added={added} freeId={freeId} onAdded={setFresh} />
  ) : (
    <MayNotAdd />
  );
  return (
    <div className={styles.ledger}>
      {may('plants:read') ? (
        <PlantList entry={entry} searched={searched} first={first} failure={failure} fresh={fresh} />
      ) : (
        <>
          {entry}
          <MayNotList />
        </>
      )}
    </div>
  );
}

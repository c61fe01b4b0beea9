'use client';

import { isAllowed, type Scope } from '@plant-store/schema';
import { useEffect, useState } from 'react';
import { addressOf, searchIn } from '../search/plant-search.ts';
import { MayNotAdd, MayNotList } from './no-permission.tsx';
import { PlantForm, type PlantFormProps } from './plant-form.tsx';
import styles from './plant-ledger.module.css';
import { PlantList, type PlantListProps } from './plant-list.tsx';

type PlantLedgerProps = Omit<PlantFormProps, 'onAdded'> &
  Omit<PlantListProps, 'fresh' | 'scopes'> & {
    /** What the one who is signed in may do; `undefined` when that could not be asked. */
    scopes: Scope[] | undefined;
  };

/** The store as a ledger: the line to write the next plant on, and below it the plants, newest first. */
export function PlantLedger({ scopes, typed, added, freeId, searched, first, failure }: PlantLedgerProps) {
  const [fresh, setFresh] = useState<bigint>();
  useEffect(() => {
    // What the address brought along is in the page by now, and is not to come back when that is loaded again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = (scope: Scope) => scopes === undefined || isAllowed(scopes, scope);
  return (
    <div className={styles.ledger}>
      {may('plants:write') ? (
        <PlantForm typed={typed} added={added} freeId={freeId} onAdded={setFresh} />
      ) : (
        <MayNotAdd />
      )}
      {may('plants:read') ? (
        <PlantList searched={searched} first={first} failure={failure} fresh={fresh} scopes={scopes} />
      ) : (
        <MayNotList />
      )}
    </div>
  );
}

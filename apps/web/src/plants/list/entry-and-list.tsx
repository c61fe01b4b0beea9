'use client';

import { useEffect } from 'react';
import { useMay } from '../../session/session-context.ts';
import { PlantForm, type PlantFormProps } from '../form/plant-form.tsx';
import { QueueNotice } from '../queue-ui/queue-notice.tsx';
import { MayNotAdd, MayNotList } from '../rights/no-permission.tsx';
import { addressOf, searchIn } from '../search/plant-search.ts';
import styles from './entry-and-list.module.css';
import { PlantList, type PlantListProps } from './plant-list.tsx';

type EntryAndListProps = PlantFormProps & Omit<PlantListProps, 'entry'>;

export function EntryAndList({ typed, added, freeIds, searched, first, failure }: EntryAndListProps) {
  useEffect(() => {
    // The form has the typed values now. A reload must not enter them again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = useMay();
  const entry = may('plants:write') ? (
    <PlantForm typed={typed} added={added} freeIds={freeIds} />
  ) : (
    <MayNotAdd />
  );
  return (
    <div className={styles.whole}>
      {may('plants:read') ? (
        <PlantList searched={searched} first={first} failure={failure} entry={entry} />
      ) : (
        <>
          {entry}
          <QueueNotice />
          <MayNotList />
        </>
      )}
    </div>
  );
}

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { Icon } from '../page/icon.tsx';
import { useLedFocus } from '../page/led-focus.ts';
import { useListPlaces } from '../plants/list-place.tsx';
import { plantVersion } from './plant-query.ts';
import type { Version } from './plant-requests.ts';
import { texts } from './texts.ts';
import { useTrash } from './use-trash.ts';

/** Moves the plant to the trash without a question, because Undo brings it back. */
export function DeleteButton({ version }: { version: Version }) {
  const [isDeleting, setDeleting] = useState(false);
  const queries = useQueryClient();
  const router = useRouter();
  const places = useListPlaces();
  const { throwAway } = useTrash();
  useLedFocus();
  const act = async () => {
    setDeleting(true);
    const isDeleted = await throwAway(version);
    setDeleting(false);
    if (!isDeleted) return;
    queries.removeQueries({ queryKey: plantVersion(version.plant.id).queryKey });
    router.push(places.latest, { scroll: false });
  };
  return (
    <Button className={buttons.danger} disabled={isDeleting} focusableWhenDisabled onClick={act}>
      <Icon name="trash" /> {isDeleting ? texts.trash.deleting : texts.trash.delete}
    </Button>
  );
}

import { useEffect, useEffectEvent } from 'react';
import type { NewPlantValues } from './new-plant-form.ts';

/**
 * Keeps what was typed when the form goes away: for a page of this site it is handed on, and before any other page the
 * browser asks.
 */
export function useKeptText(
  form: { getValues: () => NewPlantValues },
  keep: (values: NewPlantValues) => void,
  keepsTag: boolean,
) {
  const handOn = useEffectEvent(() => keep(form.getValues()));
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    const { id, name, tag } = form.getValues();
    if (id || name || (tag && !keepsTag)) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
      handOn();
    };
  }, []);
}

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useListPlaces } from './list-places.ts';
import { addressOf, type PlantSearch, searchIn } from './plant-search.ts';

/** The search, as in the address. A change replaces the address without a request to the server. */
export function usePlantSearch() {
  const params = useSearchParams();
  const places = useListPlaces();
  const search = useMemo(() => searchIn(params), [params]);
  const address = addressOf(search);
  /** @param isStep true if the browser's Back should lead to the earlier search */
  const change = useCallback(
    (part: Partial<PlantSearch>, isStep = true) => {
      const next = addressOf({ ...searchIn(new URLSearchParams(location.search)), ...part });
      if (next === addressOf(searchIn(new URLSearchParams(location.search)))) return;
      // A new list begins at its top, even if the person has seen it before.
      places.forget(next);
      if (isStep) history.pushState(null, '', next);
      else history.replaceState(null, '', next);
    },
    [places],
  );
  return { search, address, change };
}

'use client';

import type { VirtualItem } from '@tanstack/react-virtual';
import { createContext, type ReactNode, useContext, useState } from 'react';

/** A place in a list: the scroll position (`undefined` means the top), and the heights of the rows. */
type Place = { scrollTop: number | undefined; measurements: VirtualItem[] };

/** The places in earlier lists, by the address of each list. */
class ListPlaces {
  readonly #places = new Map<string, Place>();
  latest = '/';

  keep(address: string, place: Place) {
    this.latest = address;
    this.#places.set(address, place);
  }

  at(address: string): Place | undefined {
    return this.#places.get(address);
  }

  forget(address: string) {
    this.#places.set(address, { scrollTop: undefined, measurements: [] });
  }
}

const ListPlaceContext = createContext(new ListPlaces());

/** Keeps the place in the list while the page of a plant is open. */
export function ListPlaceProvider({ children }: { children: ReactNode }) {
  const [places] = useState(() => new ListPlaces());
  return <ListPlaceContext value={places}>{children}</ListPlaceContext>;
}

export const useListPlaces = () => useContext(ListPlaceContext);

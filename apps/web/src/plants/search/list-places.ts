import type { VirtualItem } from '@tanstack/virtual-core';
import { createContext, useContext } from 'react';

/** A place in a list: the scroll position (`undefined` means the top), and the heights of the rows. */
type Place = { scrollTop: number | undefined; measurements: VirtualItem[] };

/** The places in earlier lists, by the address of each list. */
export class ListPlaces {
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

export const ListPlacesContext = createContext(new ListPlaces());

export const useListPlaces = () => useContext(ListPlacesContext);

'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { NewPlantValues } from './new-plant-form.ts';

type Draft = { values: NewPlantValues | undefined; keep: (values: NewPlantValues) => void };

const DraftContext = createContext<Draft>({ values: undefined, keep: () => undefined });

/** Keeps what was typed into the form while another page of the store is looked at, and no longer. */
export function DraftProvider({ children }: { children: ReactNode }) {
  const [values, keep] = useState<NewPlantValues>();
  return <DraftContext value={{ values, keep }}>{children}</DraftContext>;
}

export const useDraft = () => useContext(DraftContext);

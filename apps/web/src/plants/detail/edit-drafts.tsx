'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { PlantText, Version } from '../queries/plant-requests.ts';

export type EditDraft = { from: Version; text: PlantText };

const EditDraftsContext = createContext(new Map<bigint, EditDraft>());

/** Keeps the typed text of a plant's page while the person visits another page of the store. */
export function EditDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Map<bigint, EditDraft>());
  return <EditDraftsContext value={drafts}>{children}</EditDraftsContext>;
}

export const useEditDrafts = () => useContext(EditDraftsContext);

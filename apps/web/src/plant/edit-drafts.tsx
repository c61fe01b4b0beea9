'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Version } from './plant-requests.ts';
import type { PlantText } from './three-way.ts';

/** An edit that is not saved: the version it was made from, and what was typed. */
export type EditDraft = { from: Version; text: PlantText };

const EditDraftsContext = createContext(new Map<bigint, EditDraft>());

/** Keeps what was typed on a plant's page while another page of the store is looked at, and no longer. */
export function EditDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Map<bigint, EditDraft>());
  return <EditDraftsContext value={drafts}>{children}</EditDraftsContext>;
}

export const useEditDrafts = () => useContext(EditDraftsContext);

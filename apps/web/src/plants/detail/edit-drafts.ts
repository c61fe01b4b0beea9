import { createContext, useContext } from 'react';
import type { PlantText, Version } from '../queries/plant-requests.ts';

export type EditDraft = { from: Version; text: PlantText };

/** The typed texts of the pages of plants, by their ids. */
export const EditDraftsContext = createContext(new Map<bigint, EditDraft>());

export const useEditDrafts = () => useContext(EditDraftsContext);

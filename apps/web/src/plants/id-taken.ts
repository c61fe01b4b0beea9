import type { Failure } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';

/** True if the store refused a plant because another plant has its id. */
export const isIdTaken = ({ error }: Failure): boolean => error === errorTable.idTaken.error;

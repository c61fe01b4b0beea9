import type { receipts } from '@plant-store/db';

/** A receipt as the API answers it: with its times as text. */
export const onWire = ({ at, undoableUntil, ...receipt }: Awaited<ReturnType<typeof receipts.get>>) => ({
  ...receipt,
  at: at.toISOString(),
  undoableUntil: undoableUntil?.toISOString(),
});

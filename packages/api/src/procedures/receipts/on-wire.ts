import type { receipts } from '@plant-store/db';

/** A receipt as an answer. */
export const onWire = ({ at, undoableUntil, ...receipt }: Awaited<ReturnType<typeof receipts.get>>) => ({
  ...receipt,
  at: at.toISOString(),
  undoableUntil: undoableUntil?.toISOString(),
});

import type { additions } from '@plant-store/db';

/** A group of single additions as the API answers it: with its times as text. */
export const onWire = ({
  at,
  from,
  to,
  undoableUntil,
  ...group
}: Awaited<ReturnType<typeof additions.get>>) => ({
  ...group,
  at: at.toISOString(),
  from: from.toISOString(),
  to: to.toISOString(),
  undoableUntil: undoableUntil?.toISOString(),
});

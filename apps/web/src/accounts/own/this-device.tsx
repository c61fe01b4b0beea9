'use client';

import { canKeep } from '../../plants/queue/kept.ts';
import { useQueue } from '../../plants/waiting/queue-provider.tsx';
import { useAlive } from '../../ui/use-hydrated.ts';
import { texts } from './texts.ts';

/** Says if this browser keeps waiting plants, and names the reason if it does not. */
export function ThisDevice() {
  const isAlive = useAlive();
  const { isKept } = useQueue().state;
  if (!isAlive || (canKeep() && isKept === undefined)) return null;
  const text = !canKeep() ? texts.device.plainHttp : isKept ? texts.device.kept : texts.device.refused;
  return (
    <>
      <dt>{texts.device.title}</dt>
      <dd>{text}</dd>
    </>
  );
}

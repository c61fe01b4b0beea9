'use client';

import { canPersist } from '../../plants/queue/storage.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { Fact } from '../../ui/layout/fact.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { texts } from './texts.ts';

export function ThisDevice() {
  const isHydrated = useHydrated();
  const { isPersisted } = useQueue().state;
  if (!isHydrated || (canPersist() && isPersisted === undefined)) return null;
  const text = !canPersist()
    ? texts.device.plainHttp
    : isPersisted
      ? texts.device.kept
      : texts.device.refused;
  return <Fact name={texts.device.title}>{text}</Fact>;
}

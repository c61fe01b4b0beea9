'use client';

import { useEffect, useState } from 'react';
import record from '../page/record.module.css';
import { openKept } from '../queue/kept.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import { texts } from './texts.ts';

/** Says whether this browser opens the store offline, and what is missing where it does not. */
export function ThisDevice() {
  const [state, setState] = useState<DeviceState>();
  useEffect(() => {
    void deviceState({ isSecureContext, openDatabase: openKept, hasWorker }).then(setState);
  }, []);
  return (
    <section className={record.part}>
      <h2 className={record.title}>{texts.device.title}</h2>
      <p className={record.note} role="status">
        {texts.device[state ?? 'checking']}
      </p>
    </section>
  );
}

/** Registration is under way on a first visit: `ready` waits for it, and the page asks for it whenever it opens. */
async function hasWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  return true;
}

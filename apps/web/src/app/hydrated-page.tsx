'use client';

import { useEffect, useState } from 'react';
import { PlainMessage } from '../ui/toasts/plain-message.tsx';
import { endKeeping } from '../ui/typed-fields.ts';
import { resumeAfterUpdate } from '../ui/updated-store.ts';

/** Ends what is needed only before hydration, and goes on after an update of the store. */
export function HydratedPage() {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    endKeeping();
    setMessage(resumeAfterUpdate());
  }, []);
  return message && <PlainMessage text={message} onClose={() => setMessage(undefined)} />;
}

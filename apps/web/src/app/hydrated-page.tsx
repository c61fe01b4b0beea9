'use client';

import { useEffect, useState } from 'react';
import { endKeeping } from '../ui/fields/typed-fields.ts';
import { PlainMessage } from '../ui/toasts/plain-message.tsx';
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

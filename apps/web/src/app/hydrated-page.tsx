'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { updatedParameter } from '../ui/refused-post.ts';
import { texts } from '../ui/texts.ts';
import { PlainMessage } from '../ui/toasts/plain-message.tsx';
import { endKeeping } from '../ui/typed-fields.ts';
import { resumeAfterUpdate } from '../ui/updated-store.ts';

/** Ends what is needed only before hydration, and goes on after an update of the store. */
export function HydratedPage() {
  const path = usePathname();
  const isPosted = useSearchParams().has(updatedParameter);
  const [message, setMessage] = useState(isPosted ? { text: texts.updated.posted, path } : undefined);
  useEffect(() => {
    endKeeping();
    const text = resumeAfterUpdate();
    if (text) setMessage({ text, path: location.pathname });
  }, []);
  // On another page, the last step was repeated or is out of date.
  const isShown = message?.path === path;
  return isShown && <PlainMessage text={message.text} onClose={() => setMessage(undefined)} />;
}

'use client';

import { useEffect } from 'react';
import { texts } from '../frame/texts.ts';
import buttons from '../ui/buttons/button.module.css';
import main from '../ui/layout/main.module.css';
import { reloadIfUpdated } from '../ui/updated-store.ts';
import './globals.css';

export default function GlobalError({ error }: { error: Error }) {
  useEffect(() => void reloadIfUpdated(error), [error]);
  return (
    <html lang="en">
      <body>
        <main className={main.narrow}>
          <title>{texts.broken.page}</title>
          <h1>{texts.broken.title}</h1>
          <p className={main.lead}>{texts.broken.text}</p>
          {/* A link, not a button: a link works even if the page's scripts do not. */}
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the present page */}
          <a href="" className={buttons.quiet}>
            {texts.broken.reload}
          </a>
        </main>
      </body>
    </html>
  );
}

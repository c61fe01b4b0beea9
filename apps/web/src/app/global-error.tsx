'use client';

import buttons from '../page/button.module.css';
import main from '../page/main.module.css';
import './globals.css';

export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className={main.narrow}>
          <title>Something broke · Plant store</title>
          <h1>Something broke</h1>
          <p className={main.lead}>
            The page could not be shown. What was added before is safe in the store. If this goes on, tell
            whoever runs it.
          </p>
          {/* A link and not a button: it works where the scripts of the page do not. */}
          <a href="/" className={buttons.quiet}>
            Load it again
          </a>
        </main>
      </body>
    </html>
  );
}

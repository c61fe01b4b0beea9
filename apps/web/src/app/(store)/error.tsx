'use client';

import buttons from '../../page/button.module.css';
import main from '../../page/main.module.css';
import { Notice } from '../../page/notice.tsx';
import { texts } from '../../page/texts.ts';

export default function StoreError({ error, retry }: { error: Error; retry: () => void }) {
  // A part of the page that did not load would fail again: a lazy one is never asked for twice.
  const tryAgain = () => (error.name === 'ChunkLoadError' ? location.reload() : retry());
  return (
    <div className={main.sheet}>
      <title>{texts.broken.page}</title>
      <Notice
        as="h1"
        title={texts.broken.title}
        action={
          <button type="button" className={buttons.quiet} onClick={tryAgain}>
            {texts.failure.retry}
          </button>
        }
      >
        {texts.broken.text}
      </Notice>
    </div>
  );
}

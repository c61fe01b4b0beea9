'use client';

import buttons from '../../page/button.module.css';
import main from '../../page/main.module.css';
import { Notice } from '../../page/notice.tsx';
import { texts } from '../../page/texts.ts';

export default function StoreError({ retry }: { retry: () => void }) {
  return (
    <div className={main.sheet}>
      <title>{texts.broken.page}</title>
      <Notice
        as="h1"
        title={texts.broken.title}
        action={
          <button type="button" className={buttons.quiet} onClick={retry}>
            {texts.failure.retry}
          </button>
        }
      >
        {texts.broken.text}
      </Notice>
    </div>
  );
}

'use client';

import buttons from '../../ui/buttons/button.module.css';
import main from '../../ui/layout/main.module.css';
import { Notice } from '../../ui/layout/notice.tsx';
import { texts } from '../../ui/texts.ts';

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

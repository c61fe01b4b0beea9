'use client';

import { texts } from '../../frame/texts.ts';
import buttons from '../../ui/buttons/button.module.css';
import main from '../../ui/layout/main.module.css';
import { Notice } from '../../ui/layout/notice.tsx';

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <div className={main.sheet}>
      <title>{texts.broken.page}</title>
      <Notice
        as="h1"
        title={texts.broken.title}
        action={
          <button type="button" className={buttons.quiet} onClick={retry}>
            {texts.broken.retry}
          </button>
        }
      >
        {texts.broken.text}
      </Notice>
    </div>
  );
}

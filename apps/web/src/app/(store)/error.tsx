'use client';

import { texts } from '../../frame/texts.ts';
import buttons from '../../ui/buttons/button.module.css';
import { NoticePage } from '../../ui/layout/notice.tsx';

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <>
      <title>{texts.broken.page}</title>
      <NoticePage
        title={texts.broken.title}
        action={
          <button type="button" className={buttons.quiet} onClick={retry}>
            {texts.broken.retry}
          </button>
        }
      >
        {texts.broken.text}
      </NoticePage>
    </>
  );
}

'use client';

import { useEffect } from 'react';
import { texts } from '../../frame/texts.ts';
import buttons from '../../ui/buttons/button.module.css';
import { NoticePage } from '../../ui/layout/notice.tsx';
import { reloadIfUpdated } from '../../ui/updated-store.ts';

export default function ErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  useEffect(() => void reloadIfUpdated(error), [error]);
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

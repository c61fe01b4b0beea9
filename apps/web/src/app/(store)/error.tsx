'use client';

import { useEffect } from 'react';
import { texts } from '../../frame/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { NoticePage } from '../../ui/layout/notice.tsx';
import { reloadIfUpdated } from '../../ui/updated-store.ts';

export default function ErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  useEffect(() => void reloadIfUpdated(error), [error]);
  return (
    <>
      <title>{texts.broken.page}</title>
      <NoticePage title={texts.broken.title} action={<Button onClick={retry}>{texts.broken.retry}</Button>}>
        {texts.broken.text}
      </NoticePage>
    </>
  );
}

import type { Metadata } from 'next';
import { texts } from '../../../plants/activity/texts.ts';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { NoticePage } from '../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.notFound.title };

export default function ReceiptNotFound() {
  return (
    <NoticePage
      title={texts.notFound.title}
      action={<ButtonLink href="/receipts">{texts.notFound.back}</ButtonLink>}
    >
      {texts.notFound.text}
    </NoticePage>
  );
}

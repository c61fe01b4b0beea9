import type { Metadata } from 'next';
import { texts } from '../../../../plants/activity/texts.ts';
import { NoticePage } from '../../../../ui/layout/notice.tsx';
import { Link } from '../../../../ui/link.tsx';

export const metadata: Metadata = { title: texts.notFound.title };

export default function ReceiptNotFound() {
  return (
    <NoticePage
      title={texts.notFound.title}
      action={
        <Link href="/receipts" look="quiet">
          {texts.notFound.back}
        </Link>
      }
    >
      {texts.notFound.text}
    </NoticePage>
  );
}

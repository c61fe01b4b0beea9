import type { Metadata } from 'next';
import Link from 'next/link';
import { texts } from '../../../../plants/activity/texts.ts';
import buttons from '../../../../ui/buttons/button.module.css';
import { NoticePage } from '../../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.notFound.title };

export default function ReceiptNotFound() {
  return (
    <NoticePage
      title={texts.notFound.title}
      action={
        <Link href="/receipts" prefetch={false} className={buttons.quiet}>
          {texts.notFound.back}
        </Link>
      }
    >
      {texts.notFound.text}
    </NoticePage>
  );
}

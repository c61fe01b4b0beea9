import type { Metadata } from 'next';
import Link from 'next/link';
import { texts } from '../../../../plants/activity/texts.ts';
import buttons from '../../../../ui/buttons/button.module.css';
import main from '../../../../ui/layout/main.module.css';
import { Notice } from '../../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.notFound.title };

export default function ReceiptNotFound() {
  return (
    <div className={main.sheet}>
      <Notice
        as="h1"
        title={texts.notFound.title}
        action={
          <Link href="/receipts" prefetch={false} className={buttons.quiet}>
            {texts.notFound.back}
          </Link>
        }
      >
        {texts.notFound.text}
      </Notice>
    </div>
  );
}

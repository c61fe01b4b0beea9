import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../../../../page/button.module.css';
import main from '../../../../page/main.module.css';
import { Notice } from '../../../../page/notice.tsx';
import { texts } from '../../../../receipts/texts.ts';

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

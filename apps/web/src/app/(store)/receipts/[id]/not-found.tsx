import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../../../../page/button.module.css';
import main from '../../../../page/main.module.css';
import { Notice } from '../../../../page/notice.tsx';

export const metadata: Metadata = { title: 'No such receipt' };

export default function ReceiptNotFound() {
  return (
    <div className={main.sheet}>
      <Notice
        as="h1"
        title="No receipt has this number"
        action={
          <Link href="/receipts" prefetch={false} className={buttons.quiet}>
            All receipts
          </Link>
        }
      >
        Check the number in the address, or look for it among the receipts.
      </Notice>
    </div>
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../../../../page/button.module.css';
import main from '../../../../page/main.module.css';
import { Notice } from '../../../../page/notice.tsx';

export const metadata: Metadata = { title: 'No such plant' };

export default function PlantNotFound() {
  return (
    <div className={main.sheet}>
      <Notice
        as="h1"
        title="No plant has this id"
        action={
          <Link href="/" prefetch={false} className={buttons.quiet}>
            All plants
          </Link>
        }
      >
        Check the digits in the address. A plant that is not in the list was not added, or has been removed.
      </Notice>
    </div>
  );
}

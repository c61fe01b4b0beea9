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
        Check the id in the address, or look for the plant in the list.
      </Notice>
    </div>
  );
}

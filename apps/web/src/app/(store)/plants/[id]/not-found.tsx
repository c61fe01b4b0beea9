import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../../../../page/button.module.css';
import main from '../../../../page/main.module.css';
import { Notice } from '../../../../page/notice.tsx';
import { texts } from '../../../../plant/texts.ts';

export const metadata: Metadata = { title: texts.notFound.page };

export default function PlantNotFound() {
  return (
    <div className={main.sheet}>
      <Notice
        as="h1"
        title={texts.notFound.title}
        action={
          <Link href="/" prefetch={false} className={buttons.quiet}>
            {texts.allPlants}
          </Link>
        }
      >
        {texts.notFound.advice}
      </Notice>
    </div>
  );
}

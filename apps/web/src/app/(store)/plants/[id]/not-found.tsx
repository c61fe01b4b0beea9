import type { Metadata } from 'next';
import Link from 'next/link';
import { texts } from '../../../../plants/detail/texts.ts';
import buttons from '../../../../ui/buttons/button.module.css';
import { NoticePage } from '../../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.notFound.page };

export default function PlantNotFound() {
  return (
    <NoticePage
      title={texts.notFound.title}
      action={
        <Link href="/" prefetch={false} className={buttons.quiet}>
          {texts.allPlants}
        </Link>
      }
    >
      {texts.notFound.advice}
    </NoticePage>
  );
}

import type { Metadata } from 'next';
import { texts } from '../../../../plants/detail/texts.ts';
import { NoticePage } from '../../../../ui/layout/notice.tsx';
import { Link } from '../../../../ui/link.tsx';

export const metadata: Metadata = { title: texts.notFound.page };

export default function PlantNotFound() {
  return (
    <NoticePage
      title={texts.notFound.title}
      action={
        <Link href="/" look="quiet">
          {texts.allPlants}
        </Link>
      }
    >
      {texts.notFound.advice}
    </NoticePage>
  );
}

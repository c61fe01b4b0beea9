import type { Metadata } from 'next';
import { texts } from '../../../../plants/detail/texts.ts';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { NoticePage } from '../../../../ui/layout/notice.tsx';

export const metadata: Metadata = { title: texts.notFound.page };

export default function PlantNotFound() {
  return (
    <NoticePage title={texts.notFound.title} action={<ButtonLink href="/">{texts.allPlants}</ButtonLink>}>
      {texts.notFound.advice}
    </NoticePage>
  );
}

import Link from 'next/link';
import buttons from '../../ui/buttons/button.module.css';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useListPlaces } from './list-place.tsx';
import { texts } from './texts.ts';

export function BackToList() {
  const { latest } = useListPlaces();
  return (
    <Link href={latest} prefetch={false} scroll={false} className={buttons.bare}>
      <Icon name="back" /> {texts.back}
    </Link>
  );
}

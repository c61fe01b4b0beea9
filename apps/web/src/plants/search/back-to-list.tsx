import { Icon } from '../../ui/buttons/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { useListPlaces } from './list-place.tsx';
import { texts } from './texts.ts';

export function BackToList() {
  const { latest } = useListPlaces();
  return (
    <Link href={latest} scroll={false} look="bare">
      <Icon name="back" /> {texts.back}
    </Link>
  );
}

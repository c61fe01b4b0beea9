import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useListPlaces } from './list-places.ts';
import { texts } from './texts.ts';

export function BackToList() {
  const { latest } = useListPlaces();
  return (
    <ButtonLink href={latest} scroll={false} look="bare">
      <Icon name="back" /> {texts.back}
    </ButtonLink>
  );
}

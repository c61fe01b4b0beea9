import chip from '../ui/buttons/chip.module.css';
import { Bdi } from '../ui/text/bdi.tsx';
import { tagHue } from './tag-hue.ts';

/** A tag in its colour. */
export const TagChip = ({ tag }: { tag: string }) => (
  <span className={chip.chip} data-hue={tagHue(tag)}>
    <Bdi text={tag} />
  </span>
);

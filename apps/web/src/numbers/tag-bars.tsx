import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { Statistics } from '@plant-store/schema';
import { numberText } from '../page/count-text.ts';
import styles from './bars.module.css';
import { shareOf } from './week-bars.ts';

type TagBarsProps = {
  statistics: Statistics;
  /** The tag that the list is narrowed to; empty for none. */
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
};

const shownTags = 8;
/** The numbers have no more tags than these. */
const countedTags = 100;

/** How many plants have each of the tags that most of them have; one of them narrows the list to it. */
export function TagBars({ statistics: { byTag, untagged }, tag, onChange }: TagBarsProps) {
  const bars = [...byTag.slice(0, shownTags), ...(untagged > 0 ? [{ tag: '', count: untagged }] : [])];
  const others = byTag.length - shownTags;
  const longest = Math.max(...bars.map(({ count }) => count));
  return (
    <section className={styles.chart} aria-labelledby="by-tag">
      <h3 id="by-tag" className={styles.title}>
        Plants by tag
      </h3>
      <ToggleGroup
        orientation="vertical"
        className={styles.rows}
        aria-labelledby="by-tag"
        value={tag === undefined ? [] : [tag]}
        onValueChange={([chosen]) => onChange(chosen)}
      >
        {bars.map((one) => (
          <Toggle key={one.tag} value={one.tag} className={styles.row}>
            <span className={styles.label}>{one.tag === '' ? 'no tag' : one.tag}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${100 * shareOf(one.count, longest)}%` }} />
            </span>{' '}
            <span className={styles.count}>{numberText(one.count)}</span>
          </Toggle>
        ))}
      </ToggleGroup>
      {others > 0 && (
        <p className={styles.note}>
          And {others}
          {byTag.length === countedTags && ' or more'} other {others === 1 ? 'tag' : 'tags'}; the choice “Tag”
          below has them all.
        </p>
      )}
    </section>
  );
}

import { Chevron } from '../../ui/buttons/chevron.tsx';
import { openerProps, useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import styles from '../../ui/fields/choice.module.css';
import { Sentence } from '../../ui/text/sentence.tsx';
import type { TagFilterProps } from './tag-list.tsx';
import { texts } from './texts.ts';

const loadList = () => import('./tag-list.tsx');

export function TagFilter({ tag, onChange }: TagFilterProps) {
  const { Part: TagList, open } = useOnDemand(loadList);
  if (TagList) return <TagList tag={tag} onChange={onChange} />;
  return (
    <button
      className={styles.trigger}
      aria-haspopup="dialog"
      aria-expanded={false}
      data-set={tag !== undefined || undefined}
      {...openerProps(loadList, open)}
    >
      <span className={styles.value}>
        <Sentence text={texts.tag.chosen(tag)} />
      </span>
      <Chevron />
    </button>
  );
}

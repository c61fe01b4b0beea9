import type { PlantSort } from '@plant-store/schema';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { openerProps, useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import choice from '../../ui/fields/choice.module.css';
import { Sentence } from '../../ui/text/sentence.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import type { PlantSearch } from './plant-search.ts';
import styles from './search-bar.module.css';
import { SearchField } from './search-field.tsx';
import type { TagFilterProps } from './tag-list.tsx';
import { texts } from './texts.ts';
import { weekText } from './weeks.ts';

type SearchBarProps = {
  search: PlantSearch;
  onChange: (part: Partial<PlantSearch>, isStep?: boolean) => void;
  total: number | undefined;
  /** At the end of the line. */
  children: ReactNode;
};

export function SearchBar({ search, onChange, total, children }: SearchBarProps) {
  // The filters need JavaScript.
  const isHydrated = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A script may have set the field without an event. Other texts are searched already.
    const q = String(new FormData(event.currentTarget).get('q')).trim();
    if (q !== search.q.trim()) onChange({ q });
  };
  return (
    <form className={styles.bar} action="/" method="get" onSubmit={submit}>
      <SearchField q={search.q} onChange={onChange} total={total} />
      {isHydrated ? (
        <TagFilter tag={search.tag} onChange={(tag) => onChange({ tag })} />
      ) : (
        <ChoiceToCome text={texts.tag.chosen(search.tag)} />
      )}
      <SortChoice sort={search.sort} onChange={(sort) => onChange({ sort })} />
      {search.week !== undefined && (
        <Button
          className={choice.text}
          data-set
          aria-label={`${weekText(search.week)}: show all weeks`}
          onClick={() => onChange({ week: undefined })}
        >
          {weekText(search.week)} <Icon name="close" />
        </Button>
      )}
      {children}
    </form>
  );
}

/** Keeps the space of a choice that is still loading, so that nothing moves when it appears. */
const ChoiceToCome = ({ text }: { text: string }) => (
  <span className={`${choice.text} ${choice.toCome}`} aria-hidden="true">
    <Sentence text={text} />
    <Chevron />
  </span>
);

const SortChoice = ({ sort, onChange }: { sort: PlantSort; onChange: (sort: PlantSort) => void }) => (
  <span className={styles.place}>
    <select
      name="sort"
      className={`${choice.text} ${styles.select}`}
      aria-label={texts.sortLabel}
      value={sort}
      onChange={({ target }) => onChange(target.value as PlantSort)}
    >
      {Object.entries(texts.sort).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
    <Chevron />
  </span>
);

const loadList = () => import('./tag-list.tsx');

function TagFilter({ tag, onChange }: TagFilterProps) {
  const { Part: TagList, open } = useOnDemand(loadList);
  if (TagList) return <TagList tag={tag} onChange={onChange} />;
  return (
    <button
      className={choice.text}
      aria-haspopup="dialog"
      aria-expanded={false}
      data-set={tag !== undefined || undefined}
      {...openerProps(loadList, open)}
    >
      <span className={choice.value}>
        <Sentence text={texts.tag.chosen(tag)} />
      </span>
      <Chevron />
    </button>
  );
}

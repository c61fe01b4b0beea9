import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import styles from '../../ui/fields/choice.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { numberText } from '../../ui/text/number-text.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import { plantCount, tagsLike } from './count-queries.ts';
import { allPlants } from './plant-search.ts';
import { listTexts } from './tag-list-texts.ts';
import { texts } from './texts.ts';

export type TagFilterProps = {
  /** The tag to show; empty for plants without a tag, `undefined` for all plants. */
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
};

export default function TagList({ tag, onChange }: TagFilterProps) {
  const [isOpen, setOpen] = useState(true);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const place = useRef<HTMLDivElement>(null);
  const tags = useQuery({ ...tagsLike(q), enabled: isOpen, placeholderData: keepPreviousData });
  const untagged = useQuery({ ...plantCount({ ...allPlants, tag: '' }), enabled: isOpen });
  const counts = new Map(tags.data?.map((one) => [one.tag, one.count]));
  const items = [...(q === '' ? [''] : []), ...counts.keys()];
  return (
    <div ref={place} className={styles.place}>
      <Combobox.Root<string>
        items={items}
        filter={null}
        value={tag ?? null}
        onValueChange={(chosen) => onChange(chosen === tag ? undefined : (chosen ?? undefined))}
        inputValue={text}
        onInputValueChange={setText}
        open={isOpen}
        onOpenChange={setOpen}
        itemToStringLabel={texts.tag.label}
      >
        <Combobox.Trigger
          className={styles.text}
          // A button has its text as its name. The label of a combobox would be a second field with the label Tag.
          role="button"
          data-set={tag !== undefined || undefined}
        >
          <span className={styles.value}>
            <Sentence text={texts.tag.chosen(tag)} />
          </span>
          <Chevron />
        </Combobox.Trigger>
        <Combobox.Portal container={place}>
          <Combobox.Positioner align="start" sideOffset={6} className={styles.positioner}>
            <Combobox.Popup className={styles.found} aria-label={listTexts.choose}>
              <Combobox.Input
                aria-label={listTexts.find}
                placeholder={listTexts.find}
                className={styles.input}
              />
              <Combobox.Status className={styles.note}>
                {tags.isError
                  ? listTexts.failed
                  : tags.isPending
                    ? listTexts.loading
                    : counts.size === 0 && listTexts.none}
              </Combobox.Status>
              <Combobox.List className={styles.list}>
                {(item: string) => (
                  <Combobox.Item key={item} value={item} className={styles.item}>
                    <span className={styles.value}>
                      <Bdi text={texts.tag.label(item)} />
                    </span>
                    <Count of={item === '' ? untagged.data : counts.get(item)} />
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  );
}

const Count = ({ of }: { of: number | undefined }) =>
  of !== undefined && <span className={styles.count}>{numberText(of)}</span>;

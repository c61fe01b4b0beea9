'use client';

import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { Bdi } from '../page/bdi.tsx';
import { Chevron } from '../page/chevron.tsx';
import styles from '../page/choice.module.css';
import { numberText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';
import { browserClient } from '../store/browser-client.ts';

type TagFilterProps = {
  /** The tag that plants are to have; empty for none, `undefined` for any. */
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
};

/** Narrows the list to the plants with a tag, which is found by typing; how many have each is said with it. */
export function TagFilter({ tag, onChange }: TagFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const place = useRef<HTMLDivElement>(null);
  const tags = useQuery({ ...tagsLike(q), enabled: isOpen, placeholderData: keepPreviousData });
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
        itemToStringLabel={labelOf}
      >
        <Combobox.Trigger
          className={styles.trigger}
          aria-label={tagText(tag)}
          data-set={tag !== undefined || undefined}
        >
          <span className={styles.value}>{tagText(tag)}</span>
          <Chevron />
        </Combobox.Trigger>
        <Combobox.Portal container={place}>
          <Combobox.Positioner align="start" sideOffset={6} className={styles.positioner}>
            <Combobox.Popup className={styles.found} aria-label={texts.tag.choose}>
              <Combobox.Input aria-label={texts.tag.find} placeholder={texts.tag.find} className={styles.input} />
              <Combobox.Status className={styles.note}>
                {tags.isError
                  ? 'The tags could not be loaded.'
                  : tags.isPending
                    ? 'Loading…'
                    : counts.size === 0 && 'No tag begins like this.'}
              </Combobox.Status>
              <Combobox.List className={styles.list}>
                {(item: string) => (
                  <Combobox.Item key={item} value={item} className={styles.item}>
                    <span className={styles.value}>
                      <Bdi text={labelOf(item)} />
                    </span>
                    {counts.has(item) && (
                      <span className={styles.count}>{numberText(counts.get(item) ?? 0)}</span>
                    )}
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

/** What tag plants are to have, in words. */
export const tagText = (tag: string | undefined): string =>
  `Tag: ${tag === undefined ? 'any' : isolated(labelOf(tag))}`;

const labelOf = (tag: string) => (tag === '' ? 'no tag' : tag);

const tagsLike = (q: string) =>
  queryOptions({
    queryKey: ['tags', q],
    queryFn: ({ signal }) => browserClient.tags.list.query({ ...(q !== '' && { q }) }, { signal }),
  });

import { searchMaxLength } from '@plant-store/schema';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { Key } from '../../ui/keyboard/key.tsx';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { focusFirstRow } from '../../ui/tables/row-keys.ts';
import { plantHere } from '../id-text/plant-address.ts';
import type { PlantSearch } from './plant-search.ts';
import styles from './search-field.module.css';
import { texts } from './texts.ts';

/** The pause after a key press before the search begins. */
const pauseMs = 180;

type SearchFieldProps = {
  q: string;
  onChange: (part: Pick<PlantSearch, 'q'>, isStep: boolean) => void;
  total: number | undefined;
};

/** Searches while a person types; Escape or a button empties the field. Without JavaScript, Enter searches. */
export function SearchField({ q, onChange, total }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  // The address shows the first of these searches, and the later ones soon.
  const sent = useRef([q]);
  const key = useSingleKey(texts.key, () => field.current?.select());
  // Text may have been typed before hydration.
  useLayoutEffect(() => setText(field.current?.value ?? ''), []);
  useEffect(() => {
    const index = sent.current.indexOf(q);
    // The address was changed elsewhere, for example by the browser's Back.
    if (index < 0) setText(q);
    sent.current = index < 0 ? [q] : sent.current.slice(index);
  }, [q]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current.at(-1)?.trim()) return;
    const timer = setTimeout(() => {
      // The browser's history gets one step for the whole search, not one for each letter.
      const isStep = sent.current.at(-1) === '' || wanted === '';
      sent.current.push(wanted);
      onChange({ q: wanted }, isStep);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') focusFirstRow(event);
    if (event.key !== 'Escape') return;
    if (text === '') field.current?.blur();
    else event.preventDefault();
    setText('');
  };
  const reset = () => {
    setText('');
    field.current?.focus();
  };
  return (
    <search className={styles.search}>
      <svg viewBox="0 0 20 20" className={styles.glass} aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.7" />
        <path d="m12.7 12.7 4.8 4.8" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
      </svg>
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={texts.search}
        placeholder={total === undefined ? texts.search : texts.searchAmong(total)}
        aria-keyshortcuts={key}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={searchMaxLength}
        className={styles.input}
        value={text}
        // The label of a plant in this store finds the plant.
        onChange={({ target }) => setText(plantHere(target.value, location.host) ?? target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <Button className={styles.reset} aria-label={texts.reset} onClick={reset}>
          <Icon name="close" />
        </Button>
      )}
      {key && text === '' && (
        <span className={styles.key}>
          <Key>{key}</Key>
        </span>
      )}
    </search>
  );
}

import { searchMaxLength } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useState } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import hidden from '../../ui/text/visually-hidden.module.css';
import styles from './completion.module.css';
import { texts } from './texts.ts';

/** After this pause in typing, the field asks the store for spellings. */
const pauseMs = 120;

type FieldEvent = SyntheticEvent<HTMLInputElement>;

/**
 * Properties and content of a text field that offers a spelling from the store in grey. ArrowRight at the end accepts it.
 * Enter and Tab never do: only black text is saved. The field's element must be positioned.
 */
export function useCompletion(field: 'name' | 'tag') {
  const [typed, setTyped] = useState<{ text: string; input: HTMLInputElement }>();
  const prefix = useDebounced(typed?.text.trimStart() ?? '');
  const { data: spellings } = useQuery({
    queryKey: ['spellings', field, prefix],
    queryFn: ({ signal }) => browserClient.names.list.query({ q: prefix, field }, { signal }),
    enabled: prefix !== '' && prefix.length <= searchMaxLength,
    staleTime: 60_000,
  });
  const offered = typed && restOf(typed.text, spellings ?? []);
  const look = ({ currentTarget: input }: FieldEvent) => {
    // A text longer than its field leaves no visible place for grey text.
    const isWhole = input.scrollWidth <= input.clientWidth && document.activeElement === input;
    const isAtEnd = input.selectionStart === input.value.length;
    setTyped(isWhole && isAtEnd ? { text: input.value, input } : undefined);
  };
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const { length } = input.value;
    if (event.key !== 'ArrowRight' || !offered || input.selectionStart !== length) return;
    event.preventDefault();
    // As if it was typed: the form and its draft follow the event.
    input.setRangeText(offered, length, length, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return {
    onKeyDown: take,
    onInput: look,
    onSelect: look,
    onFocus: look,
    onBlurCapture: () => setTyped(undefined),
    'aria-keyshortcuts': offered ? 'ArrowRight' : undefined,
    children: (
      <>
        {typed && offered && (
          <span translate="no" className={styles.grey} style={placeOf(typed.input)} aria-hidden="true">
            <span className={styles.typed}>{typed.text}</span>
            {offered}
          </span>
        )}
        <span role="status" className={hidden.visuallyHidden}>
          {typed && offered && <Sentence text={texts.offered(typed.text + offered)} />}
        </span>
      </>
    ),
  };
}

/** The style of an element that covers the field exactly. */
function placeOf(input: HTMLInputElement) {
  const { paddingInlineStart, borderInlineStartWidth, fontSize } = getComputedStyle(input);
  return {
    insetInlineStart: input.offsetLeft,
    insetBlockStart: input.offsetTop,
    inlineSize: input.offsetWidth,
    blockSize: input.offsetHeight,
    paddingInlineStart: `calc(${paddingInlineStart} + ${borderInlineStartWidth})`,
    lineHeight: `${input.offsetHeight}px`,
    fontSize,
  };
}

/** The text at the last pause in typing. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Only for a spelling that differs in case alone: the rest of any other would not fit the typed text. */
export function restOf(typed: string, spellings: readonly string[]): string {
  if (typed.trim() === '' || typed !== typed.trimStart()) return '';
  const begin = typed.toLowerCase();
  const found = spellings.find((one) => one.length > typed.length && one.toLowerCase().startsWith(begin));
  return found?.slice(typed.length) ?? '';
}

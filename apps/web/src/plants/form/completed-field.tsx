import { searchMaxLength } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useState } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import hidden from '../../ui/text/visually-hidden.module.css';
import styles from './completed-field.module.css';
import { restOf } from './completion.ts';
import { PlantTextField } from './plant-text-field.tsx';
import { texts } from './texts.ts';
import { keepDraft } from './use-draft.ts';

/** After this pause in typing, the field asks the store for spellings. */
const pauseMs = 120;

type CompletedFieldProps = Omit<ComponentProps<typeof PlantTextField>, 'field'> & { field: 'name' | 'tag' };

/** ArrowRight at the end accepts the grey completion. Enter and Tab never do: only black text is saved. */
export function CompletedField({ form, field, ...rest }: CompletedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; input: HTMLInputElement }>();
  const prefix = useDebounced(typed?.text.trimStart() ?? '');
  const { data: spellings } = useQuery({
    queryKey: ['spellings', field, prefix],
    queryFn: ({ signal }) => browserClient.names.list.query({ q: prefix, field }, { signal }),
    enabled: prefix !== '' && prefix.length <= searchMaxLength,
    staleTime: 60_000,
  });
  const offered = typed && restOf(typed.text, spellings ?? []);
  const look = (input: HTMLInputElement) => {
    // A text longer than its field leaves no visible place for grey text.
    const isWhole = input.scrollWidth <= input.clientWidth && document.activeElement === input;
    const isAtEnd = input.selectionStart === input.value.length;
    setTyped(isWhole && isAtEnd ? { text: input.value, input } : undefined);
  };
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.key !== 'ArrowRight' || !offered || input.selectionStart !== input.value.length) return;
    event.preventDefault();
    form.setValue(field, input.value + offered, { shouldDirty: true, shouldValidate: true });
    keepDraft(input);
  };
  return (
    <PlantTextField
      form={form}
      field={field}
      enterKeyHint="done"
      {...rest}
      onKeyDown={take}
      onInput={({ currentTarget }) => look(currentTarget)}
      onSelect={({ currentTarget }) => look(currentTarget)}
      onFocus={({ currentTarget }) => look(currentTarget)}
      onBlurCapture={() => setTyped(undefined)}
      aria-keyshortcuts={offered ? 'ArrowRight' : undefined}
    >
      {typed && offered && (
        <span translate="no" className={styles.grey} style={placeOf(typed.input)} aria-hidden="true">
          <span className={styles.typed}>{typed.text}</span>
          {offered}
        </span>
      )}
      <span role="status" className={hidden.visuallyHidden}>
        {typed && offered && <Sentence text={texts.completion(typed.text + offered)} />}
      </span>
    </PlantTextField>
  );
}

/** The style of an element that covers the field exactly. */
function placeOf(input: HTMLInputElement) {
  const { paddingInlineStart, borderInlineStartWidth } = getComputedStyle(input);
  return {
    insetInlineStart: input.offsetLeft,
    insetBlockStart: input.offsetTop,
    inlineSize: input.offsetWidth,
    blockSize: input.offsetHeight,
    paddingInlineStart: `calc(${paddingInlineStart} + ${borderInlineStartWidth})`,
    lineHeight: `${input.offsetHeight}px`,
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

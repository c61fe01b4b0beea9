import { type AuditTopic, auditSearchMaxLength, auditTopics } from '@plant-store/schema';
import Form from 'next/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import buttons from '../ui/buttons/button.module.css';
import { ButtonLink } from '../ui/buttons/button-link.tsx';
import { useSingleKey } from '../ui/keyboard/single-keys.ts';
import styles from './audit-filter.module.css';
import { type AuditSearch, auditAddressOf, isSearched } from './audit-search.ts';
import { actionText, texts } from './texts.ts';

export function AuditFilter({ search }: { search: AuditSearch }) {
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLInputElement>(null);
  const key = useSingleKey('/', () => text.current?.select());
  // Fills the fields after the address has changed elsewhere, as by "Show all" or the browser's Back. Focus stays.
  const fill = useEffectEvent((address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    for (const field of form.current?.elements ?? [])
      if ('name' in field && 'value' in field) field.value = searchParams.get(String(field.name)) ?? '';
  });
  const address = auditAddressOf(search);
  const filled = useRef(address);
  useEffect(() => {
    // The server has filled the fields for the first address. Text typed since then stays.
    if (filled.current !== address) fill(address);
    filled.current = address;
  }, [address]);
  return (
    <Form ref={form} action="/audit" prefetch={false} className={styles.filter} aria-label={filter.label}>
      <label className={`${styles.field} ${styles.wide}`}>
        {filter.search}
        <input
          ref={text}
          aria-keyshortcuts={key}
          name="q"
          type="search"
          defaultValue={search.q}
          placeholder={filter.searchHint}
          maxLength={auditSearchMaxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={styles.input}
        />
      </label>
      <label className={`${styles.field} ${styles.topic}`}>
        {filter.about}
        <select name="about" defaultValue={search.about} className={styles.input}>
          <option value="">{filter.everything}</option>
          {topics.map((topic) => (
            <optgroup key={topic} label={texts.topics[topic]}>
              <option value={topic}>{filter.all(texts.topics[topic])}</option>
              {auditTopics[topic].map((name) => (
                <option key={name} value={`${topic}.${name}`}>
                  {actionText(`${topic}.${name}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className={styles.field}>
          {filter[name]}
          <input name={name} type="date" defaultValue={search[name]} className={styles.input} />
        </label>
      ))}
      <div className={styles.buttons}>
        <button type="submit" className={buttons.primary}>
          {filter.show}
        </button>
        {isSearched(search) && <ButtonLink href="/audit">{filter.showAll}</ButtonLink>}
      </div>
    </Form>
  );
}

const { filter } = texts;
const topics = Object.keys(auditTopics) as AuditTopic[];

'use client';

import { type AuditTopic, auditSearchMaxLength, auditTopics } from '@plant-store/schema';
import Form from 'next/form';
import Link from 'next/link';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSingleKey, useSingleKeysOn } from '../keyboard/single-keys.ts';
import buttons from '../page/button.module.css';
import styles from './audit-filter.module.css';
import { type AuditSearch, auditAddressOf, isSearched } from './audit-search.ts';
import { actionText, topicNames } from './audit-text.ts';

/** Which entries are shown: a form that stands in the address, and works where no script runs. */
export function AuditFilter({ search }: { search: AuditSearch }) {
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLInputElement>(null);
  useSingleKey('/', () => text.current?.select());
  const hasKeys = useSingleKeysOn();
  // Of an address that was changed from elsewhere, as by "Show all" or the browser's Back; the focus stays where it is.
  const fill = useEffectEvent((address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    for (const field of form.current?.elements ?? [])
      if ('name' in field && 'value' in field) field.value = searchParams.get(String(field.name)) ?? '';
  });
  const address = auditAddressOf(search);
  useEffect(() => fill(address), [address]);
  return (
    <Form ref={form} action="/audit" prefetch={false} className={styles.filter} aria-label="Filter">
      <label className={`${styles.field} ${styles.wide}`}>
        Name, id of a plant, address or request
        <input
          ref={text}
          aria-keyshortcuts={hasKeys ? '/' : undefined}
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={auditSearchMaxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={styles.input}
        />
      </label>
      <label className={`${styles.field} ${styles.topic}`}>
        About
        <select name="about" defaultValue={search.about} className={styles.input}>
          <option value="">Everything</option>
          {topics.map((topic) => (
            <optgroup key={topic} label={topicNames[topic]}>
              <option value={topic}>All: {topicNames[topic]}</option>
              {auditTopics[topic].map((name) => (
                <option key={name} value={`${topic}.${name}`}>
                  {actionText(`${topic}.${name}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        From
        <input name="from" type="date" defaultValue={search.from} className={styles.input} />
      </label>
      <label className={styles.field}>
        To
        <input name="to" type="date" defaultValue={search.to} className={styles.input} />
      </label>
      <div className={styles.buttons}>
        <button type="submit" className={buttons.primary}>
          Show
        </button>
        {isSearched(search) && (
          <Link href="/audit" prefetch={false} className={buttons.quiet}>
            Show all
          </Link>
        )}
      </div>
    </Form>
  );
}

const topics = Object.keys(auditTopics) as AuditTopic[];

import { auditSearchMaxLength, auditTopics } from '@plant-store/schema';
import Form from 'next/form';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import styles from './audit-filter.module.css';
import { type AuditSearch, isSearched } from './audit-search.ts';
import { topicNames } from './audit-text.ts';

/** Which entries are shown: a form that stands in the address, and works where no script runs. */
export const AuditFilter = ({ search }: { search: AuditSearch }) => (
  <Form action="/audit" prefetch={false} className={styles.filter} aria-label="Filter">
    <label className={`${styles.field} ${styles.wide}`}>
      Name, plant, address or request
      <input
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
      <select name="topic" defaultValue={search.topic} className={styles.input}>
        <option value="">Everything</option>
        {(Object.keys(auditTopics) as (keyof typeof auditTopics)[]).map((topic) => (
          <option key={topic} value={topic}>
            {topicNames[topic]}
          </option>
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

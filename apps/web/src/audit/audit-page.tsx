'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { numberText } from '../page/count-text.ts';
import { ExportButton } from '../page/export-button.tsx';
import main from '../page/main.module.css';
import { Notice } from '../page/notice.tsx';
import { PagedList } from '../page/paged-list.tsx';
import { exportedCsv } from '../store/exported-csv.ts';
import { AuditFilter } from './audit-filter.tsx';
import { AuditItem } from './audit-item.tsx';
import styles from './audit-page.module.css';
import { auditPages, type AuditPage as Page } from './audit-queries.ts';
import { type AuditSearch, auditFilterOf, isSearched } from './audit-search.ts';
import { HeadToKeep } from './head-to-keep.tsx';

type AuditPageProps = {
  search: AuditSearch;
  /** The first page; `undefined` when the server did not read it, for the reason in `failure` if there is one. */
  first: Page | undefined;
  failure: Failure | undefined;
};

/** What was written and what bore on who may do what; the way to look through it, and to take it elsewhere. */
export function AuditPage({ search, first, failure }: AuditPageProps) {
  const list = useInfiniteQuery(auditPages(search, first));
  const newest = list.data?.pages[0]?.items[0];
  return (
    <>
      <AuditFilter search={search} />
      {list.data && (
        <p className={styles.count} role="status">
          {countText(
            list.data.pages.reduce((sum, page) => sum + page.items.length, 0),
            list.hasNextPage,
          )}
        </p>
      )}
      {newest && (
        <div className={styles.actions}>
          <ExportButton
            name="audit"
            read={(watching) => exportedCsv(`/audit?${new URLSearchParams(auditFilterOf(search))}`, watching)}
          >
            Export as CSV
          </ExportButton>
        </div>
      )}
      <div className={main.sheet}>
        <PagedList
          list={list}
          failure={failure}
          what="Entries"
          empty={isSearched(search) ? noneFits(search) : none}
          row={(entry) => <AuditItem key={String(entry.number)} entry={entry} />}
        />
      </div>
      {newest && !isSearched(search) && <HeadToKeep hash={newest.hash} />}
    </>
  );
}

const none = (
  <Notice title="Nothing is in the log yet">
    What is written from now on stands here, and who signs in, and what is refused.
  </Notice>
);

const noneFits = ({ from, to }: AuditSearch) => (
  <Notice title="No entry fits">
    {from !== '' && to !== '' && from > to
      ? 'The day in From is later than the one in To; exchange them.'
      : 'Look for less of it, for something else, or for more days.'}
  </Notice>
);

const countText = (count: number, isMore: boolean) =>
  isMore ? `The last ${numberText(count)} entries` : count === 1 ? '1 entry' : `${numberText(count)} entries`;

'use client';

import type { Failure } from '@plant-store/client';
import type { AuditEntry } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { exportedCsv } from '../api/exported-csv.ts';
import type { Page } from '../api/pages-of.ts';
import { ExportButton } from '../lists/export-button.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { CopyField } from '../ui/fields/copy-field.tsx';
import { Notice } from '../ui/layout/notice.tsx';
import { PageTitle } from '../ui/layout/page-title.tsx';
import { AuditFilter } from './audit-filter.tsx';
import styles from './audit-page.module.css';
import { auditPages } from './audit-queries.ts';
import { AuditRow, auditColumns } from './audit-row.tsx';
import { type AuditSearch, auditFilterOf, isSearched } from './audit-search.ts';
import { texts } from './texts.ts';

type AuditPageProps = {
  search: AuditSearch;
  /** The first page; `undefined` if the server did not read it. `failure` has the reason, if there is one. */
  first: Page<AuditEntry> | undefined;
  failure: Failure | undefined;
};

export function AuditPage({ search, first, failure }: AuditPageProps) {
  const list = useInfiniteQuery(auditPages(search, first));
  const newest = list.data?.pages[0]?.items[0];
  return (
    <>
      <PageTitle
        action={
          newest && (
            <ExportButton
              name="audit"
              read={(watching) =>
                exportedCsv(`/audit?${new URLSearchParams(auditFilterOf(search))}`, watching)
              }
            >
              {texts.exportCsv}
            </ExportButton>
          )
        }
      >
        {texts.title}
      </PageTitle>
      <AuditFilter search={search} />
      {list.data && (
        <p className={styles.count} role="status">
          {texts.count(
            list.data.pages.reduce((sum, page) => sum + page.items.length, 0),
            list.hasNextPage,
          )}
        </p>
      )}
      <PagedList
        list={list}
        failure={failure}
        what={texts.table}
        columns={auditColumns}
        empty={<Empty search={search} />}
        row={(entry, index, above) => (
          <AuditRow key={String(entry.number)} entry={entry} above={above} index={index} />
        )}
      />
      {newest && !isSearched(search) && <VerifyLog hash={newest.hash} />}
    </>
  );
}

function Empty({ search }: { search: AuditSearch }) {
  const { title, text } = isSearched(search) ? texts.noMatch : texts.empty;
  const isExchanged = search.to !== '' && search.from > search.to;
  return <Notice title={title}>{isExchanged ? texts.noMatch.daysExchanged : text}</Notice>;
}

const VerifyLog = ({ hash }: { hash: string }) => (
  <details className={styles.verify}>
    <summary>{texts.verify.title}</summary>
    <p className={styles.verifyText}>{texts.verify.text}</p>
    <CopyField
      label={texts.verify.command}
      value={`npm run audit -- verify --head ${hash}`}
      copy={texts.verify.copy}
    />
  </details>
);

'use client';

import type { Token } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outcome } from '../../../api/attempt.ts';
import { QueryFailure } from '../../../lists/list-failure.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/layout/notice.tsx';
import { PageTitle } from '../../../ui/layout/page-title.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { TokenDialog } from '../dialogs/token-dialog.tsx';
import { texts } from '../texts.ts';
import { allTokens, type TokenRequest } from '../token-queries.ts';
import { tokenState } from '../token-state.ts';
import { endedColumns, TokenRow, tokenColumns } from './token-row.tsx';
import styles from './tokens-page.module.css';

export function TokensPage({ first: { value, failure } }: { first: Outcome<Token[]> }) {
  const tokens = useQuery(allTokens(value));
  const [request, setRequest] = useState<TokenRequest>();
  if (!tokens.data)
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <QueryFailure what={texts.title} query={tokens} failure={failure} />
      </>
    );
  const isOver = (token: Token) => ['expired', 'revoked'].includes(tokenState(token));
  const inUse = tokens.data.filter((token) => !isOver(token));
  const ended = tokens.data.filter(isOver);
  return (
    <>
      <PageTitle
        action={
          <Button look="primary" onClick={() => setRequest({ kind: 'new' })}>
            {texts.make.title}
          </Button>
        }
      >
        {texts.title}
      </PageTitle>
      {inUse.length === 0 ? (
        <Notice title={texts.empty.title}>{texts.empty.text}</Notice>
      ) : (
        <DataTable label={texts.inUse} columns={tokenColumns}>
          {inUse.map((token) => (
            <TokenRow key={token.id} token={token} onRequest={setRequest} />
          ))}
        </DataTable>
      )}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>{texts.countEnded(ended.length)}</summary>
          <DataTable label={texts.ended} columns={endedColumns}>
            {ended.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </DataTable>
        </details>
      )}
      <TokenDialog request={request} onClose={() => setRequest(undefined)} />
    </>
  );
}

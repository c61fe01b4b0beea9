'use client';

import type { Failure } from '@plant-store/client';
import type { Token } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureIn, noAnswer } from '../../../api/attempt.ts';
import { ListFailure } from '../../../lists/list-failure.tsx';
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

type TokensPageProps = {
  /** `undefined` if the server could not read the tokens; `failure` then has the reason. */
  tokens: Token[] | undefined;
  failure: Failure | undefined;
};

export function TokensPage({ tokens: first, failure }: TokensPageProps) {
  const tokens = useQuery(allTokens(first));
  const [request, setRequest] = useState<TokenRequest>();
  if (!tokens.data)
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <ListFailure
          what={texts.title}
          failure={tokens.error ? failureIn(tokens.error) : (failure ?? noAnswer)}
          retry={tokens.refetch}
          isRetrying={tokens.isFetching}
        />
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
            {texts.make.open}
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

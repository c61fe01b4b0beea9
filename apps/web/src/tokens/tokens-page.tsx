'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import type { Token } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { ListFailure } from '../page/list-failure.tsx';
import main from '../page/main.module.css';
import { Notice } from '../page/notice.tsx';
import rows from '../page/rows.module.css';
import { failureIn, noAnswer } from '../store/attempt.ts';
import type { Asked } from './asked.ts';
import { TokenDialog } from './token-dialog.tsx';
import { TokenItem } from './token-item.tsx';
import { allTokens } from './token-queries.ts';
import { tokenState } from './token-state.ts';
import styles from './tokens-page.module.css';

type TokensPageProps = {
  /** `undefined` when the server could not read them, for the reason in `failure`. */
  tokens: Token[] | undefined;
  failure: Failure | undefined;
};

/** What programs get in with: which there are, how they are used, and the way to make, rotate and end them. */
export function TokensPage({ tokens: first, failure }: TokensPageProps) {
  const tokens = useQuery(allTokens(first));
  const [asked, setAsked] = useState<Asked>();
  if (!tokens.data)
    return (
      <div className={main.sheet}>
        <ListFailure
          what="Access tokens"
          failure={tokens.error ? failureIn(tokens.error) : (failure ?? noAnswer)}
          retry={tokens.refetch}
          isRetrying={tokens.isFetching}
        />
      </div>
    );
  const newestFirst = tokens.data.toReversed();
  const isOver = (token: Token) => ['expired', 'revoked'].includes(tokenState(token));
  const inUse = newestFirst.filter((token) => !isOver(token));
  const ended = newestFirst.filter(isOver);
  return (
    <>
      <div className={styles.actions}>
        <Button className={buttons.primary} onClick={() => setAsked({ kind: 'new' })}>
          Make a token
        </Button>
      </div>
      <div className={main.sheet}>
        {inUse.length === 0 ? (
          <Notice title="No token is in use">Programs that call the store need one each.</Notice>
        ) : (
          <ul className={rows.list} aria-label="Tokens in use">
            {inUse.map((token) => (
              <TokenItem key={token.id} token={token} onAsk={setAsked} />
            ))}
          </ul>
        )}
      </div>
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>
            {ended.length} {ended.length === 1 ? 'token that has' : 'tokens that have'} ended
          </summary>
          <div className={main.sheet}>
            <ul className={rows.list} aria-label="Tokens that have ended">
              {ended.map((token) => (
                <TokenItem key={token.id} token={token} />
              ))}
            </ul>
          </div>
        </details>
      )}
      <TokenDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

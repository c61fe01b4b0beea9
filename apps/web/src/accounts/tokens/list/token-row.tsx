import { isAllowed, type Token } from '@plant-store/schema';
import { scopeTexts } from '../../../session/rights-text.ts';
import { useSession } from '../../../session/session-context.ts';
import chip from '../../../ui/buttons/chip.module.css';
import { Fact } from '../../../ui/layout/fact.tsx';
import table from '../../../ui/tables/data-table.module.css';
import { Cell, columnsOf, Row } from '../../../ui/tables/data-table.tsx';
import { RowAction } from '../../../ui/tables/row-action.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { When } from '../../../ui/text/when.tsx';
import { texts } from '../texts.ts';
import type { TokenRequest } from '../token-queries.ts';
import { tokenState } from '../token-state.ts';
import styles from './token-row.module.css';

const { columns } = texts;

const first = { name: 'name', scopes: 'text', lastUsed: 'fact' } as const;
export const tokenColumns = columnsOf(columns, { ...first, expires: 'fact', actions: 'actions' });
export const endedColumns = columnsOf(columns, { ...first, ended: 'fact' });

type TokenRowProps = {
  token: Token;
  /** Absent for a token that has ended. */
  onRequest?: (request: TokenRequest) => void;
};

export function TokenRow({ token, onRequest }: TokenRowProps) {
  const { name, scopes, lastUsedAt } = token;
  const held = useSession()?.scopes;
  // Nobody may change a token with more scopes than their own.
  const isTheirs = held === undefined || scopes.every((scope) => isAllowed(held, scope));
  return (
    <Row>
      <Cell kind="name">
        <TokenName token={token} isInUse={onRequest !== undefined} />
      </Cell>
      <Cell kind="text">{scopes.map((scope) => scopeTexts[scope]).join(', ')}</Cell>
      <Cell kind="fact" folded={texts.columns.lastUsed} at={lastUsedAt}>
        <span className={table.word}>{texts.neverUsed}</span>
      </Cell>
      <Cell kind="fact" {...(onRequest && { folded: texts.columns.expires })}>
        <Ending token={token} />
      </Cell>
      {onRequest && (
        <Cell kind="actions">
          {isTheirs &&
            (['rotate', 'revoke'] as const).map((kind) => (
              <RowAction
                key={kind}
                icon={kind}
                text={texts[kind]}
                label={`${texts[kind]} ${name}`}
                onClick={() => onRequest({ kind, token })}
                isDestructive={kind === 'revoke'}
                isShort
              />
            ))}
        </Cell>
      )}
    </Row>
  );
}

function Ending({ token }: { token: Token }) {
  const { expiresAt, revokedAt } = token;
  const state = tokenState(token);
  const at = revokedAt ?? expiresAt;
  if (!at) return <span className={table.word}>{texts.neverExpires}</span>;
  const when = <When at={at} />;
  if (state === 'in use') return when;
  return (
    <span className={state === 'ending' ? styles.soon : undefined}>
      <span className={table.word}>{words[state]}</span> {when}
    </span>
  );
}

const words = { ending: texts.soon, expired: texts.expired, revoked: texts.revoked };

function TokenName({ token, isInUse }: { token: Token; isInUse: boolean }) {
  const { name, createdAt, lastUsedFrom, previousUntil } = token;
  const isRotating = isInUse && previousUntil !== null && previousUntil > new Date();
  return (
    <details className={table.details}>
      <summary>
        <Bdi text={name} />
        {isRotating && (
          <span className={`${chip.chip} ${styles.rotating}`} data-kind="soft">
            {texts.rotating}
          </span>
        )}
      </summary>
      <dl className={table.facts}>
        <Fact name={texts.details.created} at={createdAt} />
        <Fact name={texts.details.usedFrom}>{lastUsedFrom}</Fact>
        <Fact name={texts.details.previous}>
          {isRotating && texts.details.previousUntil(<When at={previousUntil} />)}
        </Fact>
      </dl>
    </details>
  );
}

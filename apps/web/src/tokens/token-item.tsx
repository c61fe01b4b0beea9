import { Button } from '@base-ui/react/button';
import { isAllowed, type Token } from '@plant-store/schema';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import { useSession } from '../session/may.tsx';
import { rightsText } from '../session/rights-text.ts';
import type { Asked } from './asked.ts';
import styles from './token-item.module.css';
import { tokenState } from './token-state.ts';

type TokenItemProps = {
  token: Token;
  /** Left out for a token that has ended. */
  onAsk?: (asked: Asked) => void;
};

/** A token: what it may do, until when, and how it is used. */
export function TokenItem({ token, onAsk }: TokenItemProps) {
  const { name, scopes, createdAt, lastUsedAt, lastUsedFrom, previousUntil } = token;
  const held = useSession()?.scopes;
  // One that may do more than the one who looks is not theirs to change.
  const isTheirs = held === undefined || scopes.every((scope) => isAllowed(held, scope));
  return (
    <li className={rows.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={name} />
        </p>
        <p className={rows.note}>May {rightsText(scopes)}</p>
        <p className={rows.note}>
          Made on <When at={createdAt.toISOString()} />; <Ending token={token} />
        </p>
        <p className={rows.note}>
          {lastUsedAt ? (
            <>
              Used last on <When at={lastUsedAt.toISOString()} />
              {lastUsedFrom !== null && <> from {lastUsedFrom}</>}
            </>
          ) : (
            'Not used yet'
          )}
        </p>
        {previousUntil && previousUntil > new Date() && onAsk && (
          <p className={rows.note}>
            The value before works until <When at={previousUntil.toISOString()} />
          </p>
        )}
      </div>
      {onAsk && isTheirs && (
        <div className={styles.actions}>
          <Button
            className={buttons.quiet}
            aria-label={`Rotate ${name}`}
            onClick={() => onAsk({ kind: 'rotate', token })}
          >
            Rotate
          </Button>
          <Button
            className={buttons.quiet}
            aria-label={`Revoke ${name}`}
            onClick={() => onAsk({ kind: 'revoke', token })}
          >
            Revoke
          </Button>
        </div>
      )}
    </li>
  );
}

function Ending({ token }: { token: Token }) {
  const { expiresAt, revokedAt } = token;
  if (revokedAt)
    return (
      <>
        revoked on <When at={revokedAt.toISOString()} />
      </>
    );
  if (!expiresAt) return 'it has no end';
  const when = <When at={expiresAt.toISOString()} />;
  const state = tokenState(token);
  if (state === 'expired') return <>it ended on {when}</>;
  return state === 'ending' ? (
    <strong className={styles.soon}>it ends soon, on {when}</strong>
  ) : (
    <>it works until {when}</>
  );
}

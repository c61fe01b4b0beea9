import { Button } from '@base-ui/react/button';
import type { Invitation } from '@plant-store/schema';
import { useState } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { useLedFocus } from '../page/led-focus.ts';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import { roleNames } from './role-text.ts';
import { usePeople } from './use-people.ts';

/** A link that nobody has used yet. */
export function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { note, role, personId, invitedBy, expiresAt } = invitation;
  const [isEnding, setEnding] = useState(false);
  const { takeBack } = usePeople();
  useLedFocus();
  const act = async () => {
    setEnding(true);
    await takeBack(invitation);
    setEnding(false);
  };
  return (
    <li className={rows.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={note} />
        </p>
        <p className={rows.note}>
          {personId ? 'A new password' : roleNames[role]}
          {invitedBy !== undefined && (
            <>
              , by <Bdi text={invitedBy} />
            </>
          )}
          ; works until <When at={expiresAt.toISOString()} />
        </p>
      </div>
      <Button
        className={buttons.quiet}
        aria-label={`Take back the link for ${note}`}
        disabled={isEnding}
        focusableWhenDisabled
        onClick={act}
      >
        {isEnding ? 'Taking back…' : 'Take back'}
      </Button>
    </li>
  );
}

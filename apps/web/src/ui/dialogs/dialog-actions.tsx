import { Dialog } from '@base-ui/react/dialog';
import buttons from '../buttons/button.module.css';
import { Button } from '../buttons/button.tsx';
import { texts } from '../texts.ts';
import form from './dialog-form.module.css';

type DialogActionsProps = {
  /** The text of the button that submits, and its text while the request is under way. */
  act: string;
  acting: string;
  isActing: boolean;
  /** A problem that belongs to no field. */
  problem: string | undefined;
  /** The text of the button that cancels. */
  leave?: string;
};

/** The end of a form in a dialog: a problem, a button that submits, and a button that cancels. */
export const DialogActions = ({
  act,
  acting,
  isActing,
  problem,
  leave = texts.cancel,
}: DialogActionsProps) => (
  <>
    <p className={form.problem} role="alert">
      {problem}
    </p>
    <div className={form.actions}>
      <Button type="submit" className={buttons.primary} disabled={isActing} focusableWhenDisabled>
        {isActing ? acting : act}
      </Button>
      <Dialog.Close className={buttons.quiet}>{leave}</Dialog.Close>
    </div>
  </>
);

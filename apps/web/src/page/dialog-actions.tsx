import { Dialog } from '@base-ui/react/dialog';
import buttons from './button.module.css';
import { Button } from './button.tsx';
import form from './dialog-form.module.css';
import { texts } from './texts.ts';

type DialogActionsProps = {
  /** What the button says that does it, and while it does. */
  act: string;
  acting: string;
  isActing: boolean;
  /** What went wrong, where that is at no field. */
  problem: string | undefined;
  /** What the button says that leaves everything as it is. */
  leave?: string;
};

/** The end of a dialog that is sent: what went wrong, the button that sends it, and the one that does not. */
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

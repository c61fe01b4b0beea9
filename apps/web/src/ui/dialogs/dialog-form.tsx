import { Dialog } from '@base-ui/react/dialog';
import type { FormEvent, ReactNode } from 'react';
import buttons from '../buttons/button.module.css';
import { Button } from '../buttons/button.tsx';
import { texts } from '../texts.ts';
import styles from './dialog-form.module.css';

type DialogFormProps = {
  title: ReactNode;
  text: ReactNode;
  onSubmit: (event: FormEvent) => unknown;
  /** The text of the button that submits, and its text while the request is under way. */
  act: string;
  acting?: string;
  isActing?: boolean;
  /** A problem that belongs to no field. */
  problem?: string | undefined;
  /** The text of the button that cancels. */
  leave?: string;
  /** The fields. */
  children?: ReactNode;
};

/** The form of a dialog: title, text, fields, a problem, a button that submits, and a button that cancels. */
export const DialogForm = ({
  title,
  text,
  onSubmit,
  act,
  acting = act,
  isActing = false,
  problem,
  leave = texts.cancel,
  children,
}: DialogFormProps) => (
  <form
    className={styles.form}
    noValidate
    onSubmit={(event) => {
      // React passes events of the dialog on to the form of the page in which it is rendered.
      event.stopPropagation();
      void onSubmit(event);
    }}
  >
    <Dialog.Title className={styles.title}>{title}</Dialog.Title>
    <Dialog.Description className={styles.text}>{text}</Dialog.Description>
    {children}
    <p className={styles.problem} role="alert">
      {problem}
    </p>
    <div className={styles.actions}>
      <Button type="submit" className={buttons.primary} disabled={isActing} focusableWhenDisabled>
        {isActing ? acting : act}
      </Button>
      <Dialog.Close className={buttons.quiet}>{leave}</Dialog.Close>
    </div>
  </form>
);

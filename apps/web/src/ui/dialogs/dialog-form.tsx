import { Dialog } from '@base-ui/react/dialog';
import type { FormEvent, ReactNode } from 'react';
import buttons from '../buttons/button.module.css';
import { Button } from '../buttons/button.tsx';
import { Sentence } from '../text/sentence.tsx';
import { texts } from '../texts.ts';
import styles from './dialog-form.module.css';

type DialogFormProps = {
  title: ReactNode;
  text: ReactNode;
  onSubmit: (event: FormEvent) => unknown;
  /** The text of the submit button. `acting` is its text while the request is under way. */
  act: string;
  acting?: string;
  isActing?: boolean;
  /** True if the dialog asks before something is taken away. */
  isDestructive?: boolean;
  problem?: string | undefined;
  leave?: string;
  children?: ReactNode;
};

export const DialogForm = ({
  title,
  text,
  onSubmit,
  act,
  acting = act,
  isActing = false,
  isDestructive = false,
  problem,
  leave = texts.cancel,
  children,
}: DialogFormProps) => (
  <form
    className={styles.form}
    noValidate
    onSubmit={(event) => {
      // React passes events of the dialog to the form of the page in which the dialog is rendered.
      event.stopPropagation();
      void onSubmit(event);
    }}
  >
    <Dialog.Title className={styles.title}>{title}</Dialog.Title>
    <Dialog.Description className={styles.text}>
      <Sentence text={text} />
    </Dialog.Description>
    {children}
    <p className={styles.problem} role="alert">
      {problem}
    </p>
    <div className={styles.actions}>
      <Button type="submit" look={isDestructive ? 'danger' : 'primary'} disabled={isActing}>
        {isActing ? acting : act}
      </Button>
      <Dialog.Close className={buttons.quiet}>{leave}</Dialog.Close>
    </div>
  </form>
);

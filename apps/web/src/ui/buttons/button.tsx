import type { ComponentProps } from 'react';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'bare';

type ButtonProps = ComponentProps<'button'> & {
  /** `quiet` unless the button has a class of its own. */
  look?: ButtonLook | undefined;
};

/** Submits only with `type="submit"`. While disabled it keeps the focus, so a keyboard user stays in place. */
export const Button = ({ look, className, disabled, onClick, ...button }: ButtonProps) => (
  <button
    type="button"
    className={buttonClass(look ?? (className ? undefined : 'quiet'), className)}
    aria-disabled={disabled || undefined}
    onClick={(event) => {
      // At the second click of a double click, the button of another row may be there. Disabled, this also prevents the
      // click that Enter sends to the submit button of a form.
      if (disabled || event.detail > 1) event.preventDefault();
      else onClick?.(event);
    }}
    {...button}
  />
);

export const buttonClass = (look: ButtonLook | undefined, className: string | undefined): string =>
  [look && styles[look], className].filter(Boolean).join(' ');

import type { ComponentProps, MouseEvent } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** Whether the button keeps the focus while it is disabled, so that a keyboard does not lose its place. */
  focusableWhenDisabled?: boolean;
};

/** A button that submits no form unless its `type` says so. */
export function Button({ disabled, focusableWhenDisabled, onClick, ...button }: ButtonProps) {
  const isInert = disabled && focusableWhenDisabled;
  return (
    <button
      type="button"
      disabled={disabled && !isInert}
      aria-disabled={isInert || undefined}
      onClick={isInert ? ignore : onClick}
      {...button}
    />
  );
}

/** Enter in a form clicks its submit button too. */
const ignore = (event: MouseEvent) => event.preventDefault();

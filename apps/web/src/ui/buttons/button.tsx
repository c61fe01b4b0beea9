import type { ComponentProps, MouseEvent } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** Whether the disabled button keeps the focus, so that a keyboard user does not lose their place. */
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

import type { ComponentProps, MouseEvent } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** True if the button keeps the focus while it is disabled, so that a keyboard user stays at the same place. */
  focusableWhenDisabled?: boolean;
};

/** A button. It submits a form only if its `type` is `submit`. */
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

/** Prevents the click that Enter in a form sends to its submit button. */
const ignore = (event: MouseEvent) => event.preventDefault();

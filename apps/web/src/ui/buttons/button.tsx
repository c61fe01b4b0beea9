import type { ComponentProps, MouseEvent } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** True if a disabled button keeps the focus, so that a keyboard user stays at the same place. */
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

/** Prevents the click that Enter sends to the submit button of a form. */
const ignore = (event: MouseEvent) => event.preventDefault();

import type { ComponentProps, MouseEvent } from 'react';

/**
 * A button. It submits a form only if its `type` is `submit`. While disabled it keeps the focus, so that a keyboard user
 * stays at the same place.
 */
export const Button = ({ disabled, onClick, ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
    aria-disabled={disabled || undefined}
    onClick={disabled ? ignore : onClick}
    {...button}
  />
);

/** Prevents the click that Enter sends to the submit button of a form. */
const ignore = (event: MouseEvent) => event.preventDefault();

import type { ComponentProps } from 'react';

/**
 * A button. It submits a form only if its `type` is `submit`. While disabled it keeps the focus, so that a keyboard user
 * stays at the same place.
 */
export const Button = ({ disabled, onClick, ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
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

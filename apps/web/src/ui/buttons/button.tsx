import type { ComponentProps } from 'react';

/** Submits only with `type="submit"`. While disabled it keeps the focus, so a keyboard user stays in place. */
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

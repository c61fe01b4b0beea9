import type { Page } from '@playwright/test';

/** The visible buttons that take something away, but are not red: plants, tags, typed text or access. */
export const paleButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const takesAway =
      /^(Delete|Remove|Revoke|Discard|Take back|Deactivate|Sign out everywhere|Undo: (Import|Added))/;
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--alert)';
    const red = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('button, [role=menuitem]')]
      .filter((button) => button.checkVisibility() && getComputedStyle(button).color !== red)
      .map((button) => button.ariaLabel ?? button.textContent ?? '')
      .filter((name) => takesAway.test(name));
  });

import type { Page } from '@playwright/test';

/** The text fields of the page that a click does not reach at some point inside the field, each with that element. */
export const coveredFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kinds = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea';
    const shares = Array.from({ length: 25 }, (_, index) => (index + 0.5) / 25);
    const isShown = (field: Element) =>
      field.checkVisibility({ visibilityProperty: true }) && !field.closest('[inert], [aria-hidden="true"]');
    // An open menu or dialog may cover a field that it does not contain.
    const isInLayerAbove = (field: Element, element: Element) =>
      element.closest('[role$=dialog], [role=menu], [popover]')?.contains(field) === false;
    return [...document.querySelectorAll(kinds)].filter(isShown).flatMap((field) => {
      field.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = field.getBoundingClientRect();
      const other = [0.1, 0.5, 0.9]
        .flatMap((down) =>
          shares.map((along) => document.elementFromPoint(x + width * along, y + height * down)),
        )
        .find((hit) => hit !== field && !(hit && isInLayerAbove(field, hit)));
      return other === undefined ? [] : `${field.outerHTML} is covered by ${other?.outerHTML}`;
    });
  });

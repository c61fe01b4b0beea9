import { type KeyboardEvent, type ReactNode, type ToggleEvent, useRef } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { useHeightVariable } from '../../ui/layout/height-variable.ts';
import styles from './plant-form.module.css';
import { texts } from './texts.ts';

const sheetId = 'entry';

/** True on a wide screen, where the form covers the top of the list. A phone's sheet is not sticky. */
const isSticky = (element: HTMLElement) => getComputedStyle(element).position === 'sticky';

/**
 * The container of the form: on a wide screen a line above the rows, on a phone a sheet. A button at the bottom opens
 * the sheet. The sheet is a popover, so it opens without a script too.
 */
export function EntrySheet({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useHeightVariable('--entry-height', sheet, isSticky);
  useHeightVariable('--bar', bar);
  useSingleKey(texts.key, () => {
    // On a phone the form may be hidden.
    if (sheet.current?.checkVisibility() === false) sheet.current.showPopover();
    onOpen();
  });
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'open') onOpen();
    else opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields arrive here */}
      <div
        ref={sheet}
        id={sheetId}
        popover="manual"
        className={styles.sheet}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      <div ref={bar} className={styles.bar}>
        <button ref={opener} type="button" popoverTarget={sheetId} className={buttons.primary}>
          <Icon name="plus" /> {texts.open}
        </button>
      </div>
    </>
  );
}

/** The title of the form, with the button that closes the sheet. */
export const SheetHead = ({ titleId }: { titleId: string }) => (
  <div className={styles.head}>
    <h2 id={titleId} className={styles.title}>
      {texts.title}
    </h2>
    <button
      type="button"
      popoverTarget={sheetId}
      popoverTargetAction="hide"
      className={`${buttons.bare} ${styles.close}`}
      aria-label={texts.close}
    >
      <Icon name="close" />
    </button>
  </div>
);

import { type ReactNode, type ToggleEvent, useEffect, useRef } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Icon } from '../../ui/buttons/icon.tsx';
import { makeModal } from '../../ui/dialogs/modal-popover.ts';
import { type Scan, useScan } from '../../ui/keyboard/loose-keys.ts';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { useHeightVariable } from '../../ui/layout/height-variable.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import styles from './plant-form.module.css';
import { texts } from './texts.ts';

const sheetId = 'entry';

/** True on a wide screen, where the form covers the top of the list. A phone's sheet is not sticky. */
const isSticky = (element: HTMLElement) => getComputedStyle(element).position === 'sticky';

type EntrySheetProps = {
  titleId: string;
  onOpen: () => void;
  /** Gets a scan. The form is visible then. */
  onScan: (scan: Scan) => boolean;
  children: ReactNode;
};

/** On a phone a dialog at the bottom. It is a popover, so it opens without a script too. */
export function EntrySheet({ titleId, onOpen, onScan, children }: EntrySheetProps) {
  const { isSheetOpen, setSheetOpen } = useQueue();
  const sheet = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useHeightVariable('--entry-height', sheet, isSticky);
  useHeightVariable('--bar', bar);
  const show = () => {
    // On a phone the form may be hidden.
    if (sheet.current?.checkVisibility() === false) sheet.current.showPopover();
  };
  useSingleKey(texts.key, () => {
    show();
    onOpen();
  });
  useScan((scan) => {
    if (!scan.isInField) show();
    return onScan(scan);
  });
  useEffect(() => {
    // A person may have opened it before hydration.
    setSheetOpen(sheet.current?.matches(':popover-open') ?? false);
    return () => setSheetOpen(false);
  }, [setSheetOpen]);
  useEffect(() => {
    const element = sheet.current;
    if (!isSheetOpen || !element) return;
    const end = makeModal(element);
    return () => {
      end();
      const { activeElement } = document;
      // A dialog that was opened meanwhile keeps the focus.
      if (activeElement === document.body || element.contains(activeElement)) opener.current?.focus();
    };
  }, [isSheetOpen]);
  const onToggle = ({ newState }: ToggleEvent) => {
    setSheetOpen(newState === 'open');
    if (newState === 'open') onOpen();
  };
  return (
    <>
      <div
        ref={sheet}
        id={sheetId}
        popover="manual"
        {...(isSheetOpen && { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId })}
        className={styles.sheet}
        onToggle={onToggle}
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

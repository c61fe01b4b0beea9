import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps } from 'react';
import styles from './dialog.module.css';

export const DialogPopup = (popup: ComponentProps<typeof Dialog.Popup>) => (
  <Dialog.Portal>
    <Dialog.Backdrop ref={closePopovers} className={styles.backdrop} />
    <Dialog.Popup className={styles.popup} {...popup} />
  </Dialog.Portal>
);

/** Closes open popovers, which would cover the dialog. @param backdrop null at the end of the dialog */
function closePopovers(backdrop: HTMLElement | null) {
  if (!backdrop) return;
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
}

import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps } from 'react';
import styles from './dialog.module.css';

type DialogWindowProps = ComponentProps<typeof DialogPopup> & {
  isOpen?: boolean;
  onClose: () => void;
  isFirm?: boolean;
};

/** A dialog in its window. Escape, a click outside and its own buttons close it. */
export const DialogWindow = ({ isOpen = true, onClose, isFirm = false, ...popup }: DialogWindowProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose()} disablePointerDismissal={isFirm}>
    <DialogPopup {...popup} />
  </Dialog.Root>
);

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

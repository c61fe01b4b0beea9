import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps } from 'react';
import { DialogPopup } from './dialog-popup.tsx';

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

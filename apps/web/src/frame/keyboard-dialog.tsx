import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { useMay } from '../session/session-context.ts';
import buttons from '../ui/buttons/button.module.css';
import dialog from '../ui/dialogs/dialog.module.css';
import { DialogWindow } from '../ui/dialogs/dialog-window.tsx';
import { Key } from '../ui/keyboard/key.tsx';
import { setSingleKeysOn, useSingleKeysOn } from '../ui/keyboard/single-keys.ts';
import styles from './keyboard-help.module.css';
import { texts } from './keyboard-texts.ts';

export default function KeyboardDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const on = useSingleKeysOn();
  const mayWrite = useMay()('plants:write');
  return (
    // The focus on Close would scroll the title out of sight.
    <DialogWindow
      isOpen={isOpen}
      onClose={onClose}
      initialFocus={title}
      className={`${dialog.popup} ${styles.popup}`}
    >
      <Dialog.Title ref={title} tabIndex={-1} className={`${dialog.title} ${styles.title}`}>
        {texts.title}
      </Dialog.Title>
      <dl className={styles.keys}>
        {texts.keys
          .filter(({ isForWriters }) => mayWrite || !isForWriters)
          .map(({ key, does, isSingle }) => (
            <div key={does} className={styles.row} data-off={(isSingle && !on) || undefined}>
              <dt>
                <Key>{key}</Key>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} onChange={(event) => setSingleKeysOn(event.target.checked)} />
        {texts.singleKeys}
      </label>
      <Dialog.Close className={buttons.quiet}>{texts.close}</Dialog.Close>
    </DialogWindow>
  );
}

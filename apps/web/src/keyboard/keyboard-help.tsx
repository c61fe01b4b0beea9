'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import dialog from '../page/dialog.module.css';
import { useMay } from '../session/may.tsx';
import { Key } from './key.tsx';
import styles from './keyboard-help.module.css';
import { setSingleKeysOn, useSingleKey, useSingleKeysOn } from './single-keys.ts';

const keys = [
  { key: 'n', does: 'Go to the form, from anywhere in the list', isSingle: true, isForWriters: true },
  { key: 'e', does: 'On the page of a plant: edit it', isSingle: true, isForWriters: true },
  { key: '/', does: 'Search; Esc empties the field', isSingle: true },
  { key: '↓', does: 'In the list: go to the next plant; ↑ to the one before', isSingle: false },
  {
    key: 'Space',
    does: 'On the box of a plant: select it; Shift+Space: all from the last one to it',
    isSingle: false,
  },
  { key: 'a', does: 'Go to what can be done with the selected plants', isSingle: true },
  { key: 'Esc', does: 'In the list: select none', isSingle: false },
  { key: '↓', does: 'In an empty Id: take the next free id', isSingle: false, isForWriters: true },
  { key: 'Enter', does: 'In the form: add the plant', isSingle: false, isForWriters: true },
  { key: '?', does: 'Show this', isSingle: true },
];

/** The keys there are, under `?`; single ones can be turned off here. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  const on = useSingleKeysOn();
  const mayWrite = useMay()('plants:write');
  useSingleKey('?', () => setOpen(true));
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={`${buttons.bare} ${styles.trigger}`}>
        <span className={styles.word}>Keyboard</span> {on && <Key>?</Key>}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>Keyboard</Dialog.Title>
          <dl className={styles.keys}>
            {keys
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
            Single keys work as shortcuts
          </label>
          <Dialog.Close className={buttons.quiet}>Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

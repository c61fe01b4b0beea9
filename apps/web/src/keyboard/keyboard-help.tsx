'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import dialog from '../page/dialog.module.css';
import { Icon } from '../page/icon.tsx';
import { useMay } from '../session/may.tsx';
import { Key } from './key.tsx';
import { KeyHint } from './key-hint.tsx';
import styles from './keyboard-help.module.css';
import { setSingleKeysOn, useSingleKey, useSingleKeysOn } from './single-keys.ts';
import { texts } from './texts.ts';

const { does } = texts;

const keys = [
  { key: 'n', does: does.add, isSingle: true, isForWriters: true },
  { key: 'e', does: does.edit, isSingle: true, isForWriters: true },
  { key: '/', does: does.search, isSingle: true },
  { key: '↓', does: does.next, isSingle: false },
  { key: 'Space', does: does.select, isSingle: false },
  { key: 'a', does: does.bulk, isSingle: true },
  { key: 'Esc', does: does.clear, isSingle: false },
  { key: '↓', does: does.freeId, isSingle: false, isForWriters: true },
  { key: 'Enter', does: does.submit, isSingle: false, isForWriters: true },
  { key: '?', does: does.help, isSingle: true },
];

/** The keys there are, under `?`; single ones can be turned off here. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  const on = useSingleKeysOn();
  const mayWrite = useMay()('plants:write');
  useSingleKey('?', () => setOpen(true));
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        className={`${buttons.bare} ${styles.trigger}`}
        aria-keyshortcuts={on ? '?' : undefined}
        data-keyed
      >
        <Icon name="keyboard" /> <span className={styles.word}>{texts.title}</span>
        {on && <KeyHint of="?" />}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>{texts.title}</Dialog.Title>
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
            {texts.singleKeys}
          </label>
          <Dialog.Close className={buttons.quiet}>{texts.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

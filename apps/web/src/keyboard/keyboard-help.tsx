'use client';

import { useState } from 'react';
import buttons from '../page/button.module.css';
import { Icon } from '../page/icon.tsx';
import { opens, useOnDemand } from '../page/use-on-demand.ts';
import { KeyHint } from './key-hint.tsx';
import styles from './keyboard-help.module.css';
import { useSingleKey, useSingleKeysOn } from './single-keys.ts';
import { texts } from './texts.ts';

const loadDialog = () => import('./keyboard-dialog.tsx');

/** Shows all keys, also under `?`. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  const { Part: KeyboardDialog, want } = useOnDemand(loadDialog);
  const open = () => void want(() => setOpen(true));
  const on = useSingleKeysOn();
  useSingleKey('?', open);
  return (
    <>
      <button
        className={`${buttons.bare} ${styles.trigger}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={on ? '?' : undefined}
        data-keyed
        {...opens(loadDialog, open)}
        aria-expanded={isOpen}
      >
        <Icon name="keyboard" /> <span className={styles.word}>{texts.title}</span>
        {on && <KeyHint of="?" />}
      </button>
      {KeyboardDialog && <KeyboardDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

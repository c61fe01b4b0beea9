'use client';

import buttons from '../ui/buttons/button.module.css';
import { Icon } from '../ui/buttons/icon.tsx';
import { openerProps, useOnDemand } from '../ui/dialogs/use-on-demand.ts';
import { KeyHint } from '../ui/keyboard/key.tsx';
import { useSingleKey } from '../ui/keyboard/single-keys.ts';
import hidden from '../ui/text/visually-hidden.module.css';
import styles from './keyboard-help.module.css';
import { texts } from './texts.ts';

const loadDialog = () => import('./keyboard-dialog.tsx');

export function KeyboardHelp() {
  const { Part: KeyboardDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const key = useSingleKey('?', open);
  return (
    <>
      <button
        className={`${buttons.bare} ${styles.trigger}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={key}
        data-keyed
        {...openerProps(loadDialog, open)}
        aria-expanded={isOpen}
      >
        <Icon name="keyboard" /> <span className={hidden.whenNarrow}>{texts.keyboard}</span>
        {key && <KeyHint of={key} />}
      </button>
      {KeyboardDialog && <KeyboardDialog isOpen={isOpen} onClose={close} />}
    </>
  );
}

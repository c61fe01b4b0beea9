import type { ReactNode } from 'react';
import buttons from '../buttons/button.module.css';
import { Icon } from '../buttons/icon.tsx';
import { restoreFocus } from '../keyboard/restore-focus.ts';
import { texts } from '../texts.ts';
import styles from './toasts.module.css';

export const PlainMessage = ({ text, onClose }: { text: ReactNode; onClose: () => void }) => (
  <div role="alert" className={styles.plain}>
    <p className={styles.text}>{text}</p>
    <button
      type="button"
      className={buttons.bare}
      aria-label={texts.close}
      onClick={() => {
        restoreFocus();
        onClose();
      }}
    >
      <Icon name="close" />
    </button>
  </div>
);

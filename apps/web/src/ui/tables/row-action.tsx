import { Button } from '../buttons/button.tsx';
import { Icon, type IconName } from '../buttons/icon.tsx';
import hidden from '../text/visually-hidden.module.css';
import styles from './row-action.module.css';

type RowActionProps = {
  icon: IconName;
  text: string;
  /** The accessible name of the button: its text, then the name of the row. */
  label: string;
  onClick: () => void;
  isBusy?: boolean;
  /** Shows the button in the colour of warnings, apart from the others. */
  isDestructive?: boolean;
  /** Shows only the icon on a phone, for a row with several buttons. */
  isShort?: boolean;
};

export const RowAction = ({
  icon,
  text,
  label,
  onClick,
  isBusy = false,
  isDestructive = false,
  isShort = false,
}: RowActionProps) => (
  <Button
    className={`${styles.action} ${isDestructive ? styles.destructive : ''}`}
    aria-label={label}
    disabled={isBusy}
    onClick={onClick}
    data-cell="action"
  >
    <Icon name={icon} />
    <span className={isShort ? hidden.whenNarrow : undefined}>{text}</span>
  </Button>
);

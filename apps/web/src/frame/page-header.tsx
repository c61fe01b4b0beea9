import { AccountMenu } from '../accounts/menu/account-menu.tsx';
import { WaitingCount } from '../plants/queue-ui/waiting-count.tsx';
import type { Session } from '../session/session.ts';
import { Logo } from '../ui/layout/logo.tsx';
import { Link } from '../ui/link.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import styles from './page-header.module.css';
import { StoreNav } from './store-nav.tsx';
import { texts } from './texts.ts';

export const PageHeader = ({ session }: { session: Session | undefined }) => (
  <header className={styles.header}>
    <Link href="/" className={styles.brand}>
      <Logo />
      <span className={styles.name}>{texts.brand}</span>
    </Link>
    <StoreNav />
    <WaitingCount />
    <KeyboardHelp />
    <AccountMenu session={session} />
  </header>
);

'use client';

import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import styles from './no-permission.module.css';
import { texts } from './texts.ts';

export const MayNotAdd = () => (
  <section className={styles.readOnly}>
    <h2>{texts.add}</h2>
    <p>
      <WayOut scope="plants:write" as={texts.clerk} what={texts.addPlants} />
    </p>
  </section>
);

export const MayNotList = () => (
  <Notice title={texts.list}>
    <WayOut scope="plants:read" as={texts.viewer} what={texts.seePlants} />
  </Notice>
);

export const MayNotImport = () => (
  <Notice title={texts.import}>
    <WayOut scope="imports" as={texts.clerk} what={texts.importPlants} />
  </Notice>
);

function WayOut({ scope, as, what }: { scope: string; as: string; what: string }) {
  const role = useSession()?.role;
  return role ? texts.role(role, as) : texts.token(scope, what);
}

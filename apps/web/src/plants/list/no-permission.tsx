'use client';

import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import styles from './plant-list.module.css';
import { texts } from './texts.ts';

const { noRight } = texts;

export const MayNotAdd = () => (
  <section className={styles.readOnly}>
    <h2>{noRight.add}</h2>
    <p>
      <WayOut scope="plants:write" as={noRight.clerk} what={noRight.addPlants} />
    </p>
  </section>
);

export const MayNotList = () => (
  <Notice title={noRight.list}>
    <WayOut scope="plants:read" as={noRight.viewer} what={noRight.seePlants} />
  </Notice>
);

export const MayNotImport = () => (
  <Notice title={noRight.import}>
    <WayOut scope="imports" as={noRight.clerk} what={noRight.importPlants} />
  </Notice>
);

function WayOut({ scope, as, what }: { scope: string; as: string; what: string }) {
  const role = useSession()?.role;
  return role ? noRight.role(role, as) : noRight.token(scope, what);
}

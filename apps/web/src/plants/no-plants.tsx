import Link from 'next/link';
import { Leaf } from '../page/leaf.tsx';
import { useMay } from '../session/may.tsx';
import { AddSamples } from '../start/add-samples.tsx';
import styles from './plant-list.module.css';

/** In the place of the rows, as long as there are none. */
export function NoPlants() {
  const may = useMay();
  return (
    <div className={styles.empty}>
      <Leaf />
      <p>
        <strong>No plants yet.</strong>{' '}
        {may('plants:write') ? 'Write the first one above' : 'They will stand here'}
        {may('imports') && (
          <>
            , or{' '}
            <Link href="/import" prefetch={false}>
              import a file
            </Link>{' '}
            of them
          </>
        )}
        .
      </p>
      {may('admin') && (
        <p>
          Others work here too?{' '}
          <Link href="/people" prefetch={false}>
            Invite them
          </Link>
          .
        </p>
      )}
      <AddSamples />
    </div>
  );
}

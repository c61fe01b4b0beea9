import Link from 'next/link';
import { Leaf } from '../page/leaf.tsx';
import { useMay } from '../session/may.tsx';
import styles from './plant-list.module.css';
import { texts } from './texts.tsx';

const { empty } = texts;

/** In the place of the rows, as long as there are none. */
export function NoPlants() {
  const may = useMay();
  return (
    <div className={styles.empty}>
      <Leaf />
      <p>
        <strong>{empty.title}</strong> {may('plants:write') ? <First /> : empty.viewer}
        {may('imports') && (
          <>
            {empty.or}
            <Link href="/import" prefetch={false}>
              {empty.importList}
            </Link>
          </>
        )}
        {empty.end}
      </p>
      {may('admin') && (
        <p>
          {empty.others}
          <Link href="/people" prefetch={false}>
            {empty.invite}
          </Link>
          {empty.end}
        </p>
      )}
    </div>
  );
}

/** On a phone the form is not above the list. */
const First = () => (
  <>
    {empty.first}
    <span className={styles.above}>{empty.above}</span>
  </>
);

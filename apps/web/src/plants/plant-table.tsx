import type { StoredPlant } from '@plant-store/schema';
import Link from 'next/link';
import { memo } from 'react';
import styles from './plant-table.module.css';

/** The plants in rows. */
export function PlantTable({ plants, fresh }: { plants: StoredPlant[]; fresh: bigint | undefined }) {
  return (
    <table className={styles.table} aria-label="Plants">
      <thead>
        <tr className={styles.head}>
          <th scope="col" className={styles.id}>
            Id
          </th>
          <th scope="col">Name</th>
          <th scope="col" className={styles.tag}>
            Tag
          </th>
        </tr>
      </thead>
      <tbody>
        {plants.map((plant) => (
          <PlantRow key={String(plant.id)} plant={plant} isFresh={plant.id === fresh} />
        ))}
      </tbody>
    </table>
  );
}

/** An id of up to this many characters leaves room for a name beside it on a phone. */
const shortIdLength = 8;

/** One row; drawn again only if it changes, since there may be thousands. */
const PlantRow = memo(function PlantRow({ plant, isFresh }: { plant: StoredPlant; isFresh: boolean }) {
  const id = String(plant.id);
  return (
    <tr
      className={styles.row}
      data-fresh={isFresh || undefined}
      data-long-id={id.length > shortIdLength || undefined}
    >
      <td className={styles.id}>{id}</td>
      <td className={styles.name}>
        <Link href={`/plants/${id}`} prefetch={false} className={styles.link}>
          <bdi>{plant.name}</bdi>
        </Link>
      </td>
      <td className={styles.tag}>
        <bdi>{plant.tag}</bdi>
      </td>
    </tr>
  );
});

import { Leaf } from '../page/leaf.tsx';
import styles from './plant-list.module.css';

/** In the place of the rows, as long as there are none. */
export const NoPlants = () => (
  <div className={styles.empty}>
    <Leaf />
    <p>
      <strong>No plants yet.</strong> Write the first one above; it will stand here.
    </p>
  </div>
);

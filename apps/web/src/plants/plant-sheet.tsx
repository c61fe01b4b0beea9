import type { Failure } from '@plant-store/client';
import type { StoredPlant } from '@plant-store/schema';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import { noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { BackToList } from './back-to-list.tsx';
import styles from './plant-sheet.module.css';

/** One plant, whole. */
export const PlantSheet = ({ plant: { id, name, tag } }: { plant: StoredPlant }) => (
  <article className={styles.plant}>
    <h1>
      <bdi>{name}</bdi>
    </h1>
    <dl className={styles.facts}>
      <dt>Id</dt>
      <dd className={styles.id}>{String(id)}</dd>
      <dt>Tag</dt>
      <dd>{tag === undefined ? <span className={styles.none}>none</span> : <bdi>{tag}</bdi>}</dd>
    </dl>
    <BackToList />
  </article>
);

/** In the place of a plant that could not be read: why, and the way out. */
export const PlantFailure = ({ failure }: { failure: Failure }) => (
  <Notice
    as="h1"
    title="This plant could not be loaded"
    action={
      <Link href="/" prefetch={false} className={buttons.quiet}>
        All plants
      </Link>
    }
  >
    {failure === noAnswer
      ? 'The store did not answer. Reload this page in a moment.'
      : sentence(failure.message)}
  </Notice>
);

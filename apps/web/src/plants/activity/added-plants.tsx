import type { Failure } from '@plant-store/client';
import type { Activity, StoredPlant } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureIn } from '../../api/attempt.ts';
import type { Page } from '../../api/pages-of.ts';
import { ListFailure } from '../../lists/list-failure.tsx';
import { PagedList } from '../../lists/paged-list.tsx';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { TagChip } from '../tag-chip.tsx';
import styles from './activity-list.module.css';
import { addedPlantPages } from './receipt-queries.ts';
import { texts } from './texts.ts';

const firstMax = 20;

/** The first plants of a group, as they are now. */
export function FirstAddedPlants({ additions }: { additions: Activity }) {
  const { data, error, refetch, isFetching } = useInfiniteQuery(addedPlantPages(additions.id));
  const plants = data?.pages[0]?.items;
  if (!plants && error)
    return (
      <ListFailure
        what={texts.added.table}
        failure={failureIn(error)}
        retry={refetch}
        isRetrying={isFetching}
      />
    );
  if (!plants) return <p>{texts.added.reading}</p>;
  if (plants.length === 0) return <p>{texts.added.none}</p>;
  return (
    <ul className={styles.plants}>
      {plants.slice(0, firstMax).map(({ id, name }) => (
        <li key={String(id)}>
          <Link href={`/plants/${id}`}>
            {String(id)} <Bdi text={name} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export type FirstPlants = {
  /** The first page; `undefined` if the server could not read it. `failure` then has the reason. */
  firstPlants: Page<StoredPlant> | undefined;
  failure: Failure | undefined;
};

/** All plants of a group, as they are now. */
export const AddedPlants = ({ id, firstPlants, failure }: { id: bigint } & FirstPlants) => (
  <section className={record.part} aria-labelledby="added">
    <h2 id="added" className={record.title}>
      {texts.added.title}
    </h2>
    <p className={record.note}>{texts.added.note}</p>
    <PagedList
      list={useInfiniteQuery(addedPlantPages(id, firstPlants))}
      failure={failure}
      what={texts.added.table}
      columns={columns}
      empty={<p>{texts.added.none}</p>}
      row={(plant, index) => <PlantRow key={String(plant.id)} plant={plant} index={index} />}
    />
  </section>
);

const columns = columnsOf(texts.added.columns, { id: 'fact', name: 'name', tag: 'text' });

const PlantRow = ({ plant: { id, name, tag }, index }: { plant: StoredPlant; index: number }) => (
  <Row index={index}>
    <Cell kind="fact" text={String(id)} />
    <Cell kind="name">
      <Link href={`/plants/${id}`}>
        <Bdi text={name} />
      </Link>
    </Cell>
    <Cell kind="text">{tag !== undefined && <TagChip tag={tag} />}</Cell>
  </Row>
);

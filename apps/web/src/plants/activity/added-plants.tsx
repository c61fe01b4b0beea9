import { limitMax } from '@plant-store/schema/without-zod';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { QueryFailure } from '../../lists/list-failure.tsx';
import { texts as listTexts } from '../../lists/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Link } from '../../ui/link.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { additionsLabels } from '../search/paper-address.ts';
import { toolTexts } from '../tool-texts.ts';
import styles from './activity-list.module.css';
import { texts } from './texts.ts';

/** The plants of a group of single additions, as they are now, by their ids. */
const addedPlants = (id: bigint) =>
  infiniteQueryOptions({
    queryKey: ['receipts', 'plants', String(id)],
    queryFn: ({ pageParam, signal }) =>
      browserClient.activity.listPlants.query({ id, isOfAdditions: true, after: pageParam }, { signal }),
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: (plants) => (plants.length === limitMax ? plants.at(-1)?.id : undefined),
  });

export function AddedPlants({ id }: { id: bigint }) {
  const query = useInfiniteQuery(addedPlants(id));
  const plants = query.data?.pages.flat();
  if (!plants && query.error) return <QueryFailure what={texts.added.what} query={query} />;
  if (!plants) return <p>{listTexts.loading}</p>;
  if (plants.length === 0) return <p>{texts.added.none}</p>;
  return (
    <>
      <ButtonLink href={additionsLabels(id)}>{toolTexts.labels}</ButtonLink>
      <ul className={styles.plants}>
        {plants.map(({ id, name }) => (
          <li key={String(id)}>
            <Link href={`/plants/${id}`}>
              {String(id)} <Bdi text={name} />
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button disabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          {listTexts.loadMore}
        </Button>
      )}
    </>
  );
}

import type { StoredPlant } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isError } from '../../api/attempt.ts';
import { readFailure } from '../../api/exported-csv.ts';
import { ListFailure } from '../../lists/list-failure.tsx';
import { useMay } from '../../session/session-context.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import record from '../../ui/layout/record.module.css';
import { texts as activityTexts } from '../activity/texts.ts';
import { MayNotList } from '../rights/no-permission.tsx';
import { BackToList } from '../search/back-to-list.tsx';
import styles from './on-paper.module.css';
import { countPlants, type PaperSource, readPlants, sourceIn } from './paper-source.ts';
import { texts } from './texts.ts';

type OnPaperProps = {
  title: string;
  /** More plants at once would be too slow for the browser. */
  max: number;
  children: (plants: readonly StoredPlant[], source: PaperSource) => ReactNode;
};

/** Reads the plants that the address names, and shows them, or why there are none. */
export function OnPaper({ title, max, children }: OnPaperProps) {
  const may = useMay();
  const [source, setSource] = useState<PaperSource>();
  // In an effect, because Next changes the address, with its fragment, only after the first render of the page.
  useEffect(() => setSource(sourceIn(new URLSearchParams(location.search), location.hash)), []);
  return (
    <>
      <div className={styles.head}>
        <div className={record.back}>
          <BackToList />
        </div>
        <h1>{title}</h1>
      </div>
      {!may('plants:read') && <MayNotList />}
      {may('plants:read') && source && (
        <PlantsOnPaper source={source} max={max}>
          {children}
        </PlantsOnPaper>
      )}
    </>
  );
}

function PlantsOnPaper({ source, max, children }: Omit<OnPaperProps, 'title'> & { source: PaperSource }) {
  const [count, setCount] = useState(0);
  const read = useQuery({
    queryKey: ['on-paper', location.search + location.hash],
    queryFn: async ({ signal }) => {
      const expected = await countPlants(source, signal);
      return expected > max
        ? { expected }
        : { expected, plants: await readPlants(source, { onRows: setCount, signal }) };
    },
    staleTime: 'static',
    gcTime: 0,
  });
  if (read.error && isError(readFailure(read.error), 'notFound'))
    return <Notice title={activityTexts.notFound.title}>{activityTexts.notFound.text}</Notice>;
  if (read.error)
    return (
      <ListFailure
        what={texts.what}
        failure={readFailure(read.error)}
        retry={read.refetch}
        isRetrying={read.isFetching}
      />
    );
  const { plants, expected = 0 } = read.data ?? {};
  if (expected > max) return <Notice title={texts.tooMany.title(max)}>{texts.tooMany.text(expected)}</Notice>;
  if (!plants)
    return (
      <p role="status" className={styles.reading}>
        {texts.reading(count)}
      </p>
    );
  if (plants.length === 0) return <Notice title={texts.none.title}>{texts.none[source.kind]}</Notice>;
  const gone = source.kind === 'search' ? 0 : expected - plants.length;
  return (
    <>
      {gone > 0 && (
        <p className={styles.note}>{texts.gone(gone, source.kind === 'ids' ? 'selection' : 'activity')}</p>
      )}
      {children(plants, source)}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Bdi } from '../../ui/text/bdi.tsx';
import { plantHistory } from '../queries/plant-query.ts';
import type { Version } from '../queries/plant-requests.ts';
import { texts } from './texts.ts';
import { isSameText, textOf } from './three-way.ts';

type ChangedMeanwhileProps = {
  version: Version;
  isDeleted?: boolean;
  text: (by: ReactNode) => ReactNode;
};

/** Names the person who left the plant as it is, once the history is as new as the plant. */
export function ChangedMeanwhile({ version: { plant }, isDeleted = false, text }: ChangedMeanwhileProps) {
  const { data, isFetching } = useInfiniteQuery(plantHistory(plant.id));
  const last = data?.pages[0]?.items[0];
  const isItsChange =
    last !== undefined &&
    (isDeleted ? last.change === 'deleted' : isSameText(textOf(last.plant), textOf(plant)));
  if (!isItsChange && isFetching) return null;
  return text(<Bdi text={(isItsChange && last.by?.name) || texts.somebody} />);
}

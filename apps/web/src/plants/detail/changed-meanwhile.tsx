import { useInfiniteQuery } from '@tanstack/react-query';
import { Bdi } from '../../ui/text/bdi.tsx';
import { plantHistory } from '../queries/plant-query.ts';
import type { Version } from '../queries/plant-requests.ts';
import { texts } from './texts.ts';
import { isSameText, textOf } from './three-way.ts';

type ChangedMeanwhileProps = {
  version: Version;
  isDeleted?: boolean;
  /** True while the person edits an earlier version. */
  isOld?: boolean;
};

/** Names the person who left the plant as it is, once the history is as new as the plant. */
export function ChangedMeanwhile({ version, isDeleted = false, isOld = false }: ChangedMeanwhileProps) {
  const { plant } = version;
  const { data, isFetching } = useInfiniteQuery(plantHistory(plant.id));
  const last = data?.pages[0]?.items[0];
  const isItsChange =
    last !== undefined &&
    (isDeleted ? last.change === 'deleted' : isSameText(textOf(last.plant), textOf(plant)));
  if (!isItsChange && isFetching) return null;
  const { changed, compare, deleted } = texts.news;
  const text = isDeleted ? deleted : compare;
  return (isOld ? text : changed)(<Bdi text={(isItsChange && last.by?.name) || texts.somebody} />);
}

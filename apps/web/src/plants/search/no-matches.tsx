import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import type { PlantSearch } from './plant-search.ts';
import { texts } from './texts.ts';
import { mondayText } from './weeks.ts';

type NoMatchesProps = { search: PlantSearch; onChange: (part: Partial<PlantSearch>) => void };

export function NoMatches({ search: { q, tag, week }, onChange }: NoMatchesProps) {
  const isNarrowed = tag !== undefined || week !== undefined;
  return (
    <Notice
      title={q === '' ? noneOf(tag, week) : texts.noMatches.title(q)}
      action={
        <>
          {q !== '' && isNarrowed && (
            <Button onClick={() => onChange({ tag: undefined, week: undefined })}>
              {texts.noMatches.searchAll}
            </Button>
          )}
          <Button onClick={() => onChange({ q: '', tag: undefined, week: undefined })}>
            {texts.noMatches.showAll}
          </Button>
        </>
      }
    >
      {hintOf(q, tag)}
    </Notice>
  );
}

function hintOf(q: string, tag: string | undefined): string {
  const { filterHint, tagHint, searchHint, idHint } = texts.noMatches;
  if (q === '') return tag ? tagHint : filterHint;
  return /^\d+$/.test(q.trim()) ? idHint : searchHint;
}

function noneOf(tag: string | undefined, week: string | undefined): string {
  const added = week !== undefined && `added in the week of ${mondayText(week)}`;
  if (tag === undefined) return `No plant here was ${added || 'found'}`;
  if (tag === '') return added ? `No plant without a tag was ${added}` : 'Every plant has a tag';
  return added
    ? `No plant with the tag “${isolated(tag)}” was ${added}`
    : `No plant has the tag “${isolated(tag)}”`;
}

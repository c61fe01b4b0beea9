import { Button } from '@base-ui/react/button';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import type { PlantSearch } from './plant-search.ts';

type NoMatchesProps = { search: PlantSearch; onChange: (part: Partial<PlantSearch>) => void };

/** In the place of the rows, when nothing is what was looked for: what to do about it. */
export function NoMatches({ search: { q, tag, week }, onChange }: NoMatchesProps) {
  const isNarrowed = tag !== undefined || week !== undefined;
  return (
    <Notice
      title={q === '' ? 'No plants here' : `No plant is found by “${q}”`}
      action={
        <>
          {q !== '' && isNarrowed && (
            <Button className={buttons.quiet} onClick={() => onChange({ tag: undefined, week: undefined })}>
              Look among all plants
            </Button>
          )}
          <Button
            className={buttons.quiet}
            onClick={() => onChange({ q: '', tag: undefined, week: undefined })}
          >
            Show all plants
          </Button>
        </>
      }
    >
      {q === ''
        ? 'None has what was asked for; there may have been some before.'
        : 'Names and tags are searched by the beginning of their words, ids whole. Fewer or shorter words find more.'}
    </Notice>
  );
}

import { isInRanges, matchesIn, searchedIds, searchedNumber } from '@plant-store/schema';

export function Marked({ text, q }: { text: string; q: string }) {
  if (q === '') return text;
  const parts: (string | { found: string })[] = [];
  let at = 0;
  for (const [start, end] of matchesIn(text, q)) {
    parts.push(text.slice(at, start), { found: text.slice(start, end) });
    at = end;
  }
  parts.push(text.slice(at));
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key than their position
      <mark key={index}>{part.found}</mark>
    ),
  );
}

/** An id. If it begins with the searched digits, these are marked. */
export function MarkedId({ id, q }: { id: bigint; q: string }) {
  const text = String(id);
  if (!isInRanges(id, searchedIds(q))) return text;
  const { length } = String(searchedNumber(q));
  return (
    <>
      <mark>{text.slice(0, length)}</mark>
      {text.slice(length)}
    </>
  );
}

/** A text in up to `linesMax` lines that fit. A text that is too long ends at a word, with `…`. */
export function fittedLines(text: string, linesMax: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const isLast = lines.length === linesMax - 1;
    if (isLast && !fits(rest)) return [...lines, `${beginning(rest, (part) => fits(`${part}…`))}…`];
    const line = fits(rest) ? rest : beginning(rest, fits);
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** The longest beginning of whole words that fits; of characters, if not even the first word fits. */
function beginning(text: string, fits: (part: string) => boolean): string {
  const ends = [...text.matchAll(/ |$/g)].map(({ index }) => index);
  return (
    longest(text, ends, fits) ??
    longest(text, characterEnds(text), fits) ??
    text.slice(0, characterEnds(text)[0])
  );
}

function longest(text: string, ends: number[], fits: (part: string) => boolean): string | undefined {
  const end = ends[ends.findIndex((one) => !fits(text.slice(0, one))) - 1];
  return end === undefined ? undefined : text.slice(0, end);
}

/** An emoji of several code points, or a letter with its marks, is one character. */
const characterEnds = (text: string): number[] =>
  [...new Intl.Segmenter().segment(text)].map(({ index, segment }) => index + segment.length);

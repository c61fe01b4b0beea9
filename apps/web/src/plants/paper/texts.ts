import { isolated } from '../../ui/text/isolated.ts';
import { numberText } from '../../ui/text/number-text.ts';
import { plantsText } from '../plants-text.ts';

const millimetres = (length: number) => `${Math.round(length * 100) / 100} mm`;

export const texts = {
  printTitle: 'Print',
  labelsTitle: 'Labels',
  print: 'Print',
  what: 'The plants',
  reading: (count: number) =>
    count === 0 ? 'Reading the plants…' : `Reading the plants… ${numberText(count)}`,
  none: {
    title: 'Nothing to print',
    search: 'No plants match this search.',
    ids: 'These plants were deleted, or the selection is lost. Select plants in the list again.',
    receipt: 'The plants of this activity were deleted.',
  },
  tooMany: {
    title: (max: number) => `Up to ${plantsText(max)} can be printed at once`,
    text: (count: number) =>
      `There are ${numberText(count)}. Use a search, a tag or a selection to print fewer.`,
  },
  gone: (count: number, of: 'selection' | 'activity') =>
    `${plantsText(count)} of the ${of} ${count === 1 ? 'is' : 'are'} left out: deleted since.`,
  list: {
    heading: 'Plants',
    found: (q: string) => `matching “${isolated(q)}”`,
    tagged: (tag: string) => (tag === '' ? 'without a tag' : `tagged “${isolated(tag)}”`),
    id: 'Id',
    name: 'Name',
    tag: 'Tag',
    page: 'Page ',
    of: ' of ',
    hint: 'Paper and margins are chosen in the print window of the browser.',
    more: (count: number) => `The screen shows the first ${numberText(count)} plants, paper all of them.`,
  },
  labels: {
    sheet: 'Sheet',
    kinds: {
      l7160: { text: 'A4, 21 labels', note: 'L7160, 63.5 × 38.1 mm' },
      a5160: { text: 'Letter, 30 labels', note: '5160, 2⅝ × 1 in' },
      own: { text: 'My own', note: 'For a roll, the paper is one label' },
    },
    code: 'Code',
    codes: {
      code128: { text: 'Barcode', note: 'Code 128 of the id' },
      qr: { text: 'QR code', note: 'Address of the plant' },
      none: { text: 'None', note: 'The id in digits alone' },
    },
    first: 'First free label',
    offsetX: 'Shift right (mm)',
    offsetY: 'Shift down (mm)',
    own: {
      paperWidth: 'Paper width (mm)',
      paperHeight: 'Paper height (mm)',
      columns: 'Columns',
      rows: 'Rows',
      width: 'Label width (mm)',
      height: 'Label height (mm)',
      gapX: 'Column gap (mm)',
      gapY: 'Row gap (mm)',
    },
    print: (count: number) => (count === 1 ? 'Print 1 label' : `Print ${numberText(count)} labels`),
    sheets: (count: number, next: number) =>
      `${count === 1 ? '1 sheet' : `${numberText(count)} sheets`}; the next free label is ${next}.`,
    scale: 'In the print window choose 100 % and no margins.',
    noCode: (count: number) =>
      `${count === 1 ? '1 label is too small for a code that scans, and has' : `${numberText(count)} labels are too small for a code that scans, and have`} the id in digits alone. Choose another code, or larger labels.`,
    noTag: (count: number) =>
      count === 1
        ? '1 label has no room for the tag.'
        : `${numberText(count)} labels have no room for the tag.`,
    thisComputer: 'These codes work on this computer only. Open the store at its network address first.',
    sheetName: (number: number) => `Sheet ${number}`,
  },
  settings: {
    millimetres: (min: number, max: number) => `Enter a number from ${min} to ${max} mm.`,
    whole: (max: number) => `Enter a whole number from 1 to ${max}.`,
    tooWide: (needed: number, paper: number) =>
      `The labels and gaps of a row are ${millimetres(needed)} wide; the paper has ${millimetres(paper)}.`,
    tooHigh: (needed: number, paper: number) =>
      `The labels and gaps of a column are ${millimetres(needed)} high; the paper has ${millimetres(paper)}.`,
  },
};

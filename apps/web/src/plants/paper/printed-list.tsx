'use client';

import type { StoredPlant } from '@plant-store/schema';
import { useEffect } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { plantsText } from '../plants-text.ts';
import { weekText } from '../search/weeks.ts';
import page from './on-paper.module.css';
import { OnPaper } from './on-paper.tsx';
import type { PaperSource } from './paper-source.ts';
import styles from './printed-list.module.css';
import { texts } from './texts.ts';
import { usePageStyle } from './use-page-style.ts';

/** A browser lays this number of rows out within seconds. */
const rowsMax = 50_000;
/** The rows on the screen. A browser lays these out before and after each print, also if none has changed. */
const screenRows = 500;

export const PrintPage = () => (
  <OnPaper title={texts.printTitle} max={rowsMax}>
    {(plants, source) => <PrintedList plants={plants} source={source} />}
  </OnPaper>
);

/** A table that the browser breaks into pages, each with its head. It opens the print window by itself. */
function PrintedList({ plants, source }: { plants: readonly StoredPlant[]; source: PaperSource }) {
  usePageStyle(pages);
  useEffect(() => {
    let isLeft = false;
    void document.fonts.ready.then(() => !isLeft && print());
    return () => {
      isLeft = true;
    };
  }, []);
  return (
    <>
      <div className={page.actions}>
        <Button look="primary" onClick={() => print()}>
          {texts.print}
        </Button>
        {texts.list.hint}
        {plants.length > screenRows && ` ${texts.list.more(screenRows)}`}
      </div>
      <div className={styles.paper}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td colSpan={3} className={styles.heading}>
                <div>
                  <strong>
                    <Sentence text={titleOf(source)} />
                  </strong>
                  <span>
                    {plantsText(plants.length)}
                    {' · '}
                    {new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' })}
                  </span>
                </div>
              </td>
            </tr>
            <tr>
              <th scope="col" className={styles.id}>
                {texts.list.id}
              </th>
              <th scope="col">{texts.list.name}</th>
              <th scope="col">{texts.list.tag}</th>
            </tr>
          </thead>
          <tbody translate="no">{plants.slice(0, screenRows).map(PlantRow)}</tbody>
          <tbody translate="no" className={styles.onPaper}>
            {plants.slice(screenRows).map(PlantRow)}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** No element within a cell: it would make the layout of many pages slower by a quarter. */
const PlantRow = ({ id, name, tag }: StoredPlant) => (
  <tr key={String(id)}>
    <td className={styles.id}>{String(id)}</td>
    <td dir="auto">{name}</td>
    <td dir="auto">{tag}</td>
  </tr>
);

const pages = `margin: 12mm 14mm 15mm;
  @bottom-right { content: "${texts.list.page}" counter(page) "${texts.list.of}" counter(pages); color: #444; font: 8pt system-ui, sans-serif; }`;

function titleOf(source: PaperSource): string {
  const { heading, found, tagged } = texts.list;
  if (source.kind !== 'search') return heading;
  const { q, tag, week } = source.search;
  return [
    heading,
    tag !== undefined && tagged(tag),
    q.trim() !== '' && found(q.trim()),
    week !== undefined && weekText(week).toLowerCase(),
  ]
    .filter((part) => part !== false)
    .join(' ');
}

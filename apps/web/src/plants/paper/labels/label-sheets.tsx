import type { StoredPlant } from '@plant-store/schema';
import { memo } from 'react';
import { balanced } from '../../../ui/text/isolated.ts';
import { texts } from '../texts.ts';
import { type LabelDrawing, unitsPerMm } from './label-drawing.ts';
import type { LabelSettings } from './label-settings.ts';
import styles from './label-sheets.module.css';

type LabelSheetsProps = {
  plants: readonly StoredPlant[];
  drawings: readonly LabelDrawing[];
  settings: LabelSettings;
};

/** The sheets, each as large as its paper. The labels stand in the middle, after those that are used already. */
export const LabelSheets = memo(function LabelSheets({ plants, drawings, settings }: LabelSheetsProps) {
  const { sheet, first, offsetX, offsetY } = settings;
  const { paperWidth, paperHeight, columns, rows, width, height, gapX, gapY } = sheet;
  const perSheet = columns * rows;
  const marginX = (paperWidth - columns * (width + gapX) + gapX) / 2 + offsetX;
  const marginY = (paperHeight - rows * (height + gapY) + gapY) / 2 + offsetY;
  const used = first - 1;
  return Array.from({ length: Math.ceil((drawings.length + used) / perSheet) }, (_, number) => {
    const from = number * perSheet - used;
    return (
      <svg
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place
        key={number}
        className={styles.sheet}
        width={`${paperWidth}mm`}
        height={`${paperHeight}mm`}
        viewBox={`0 0 ${paperWidth * unitsPerMm} ${paperHeight * unitsPerMm}`}
        role="img"
        aria-label={texts.labels.sheetName(number + 1)}
      >
        {drawings.slice(Math.max(0, from), from + perSheet).map((drawing, index) => {
          const place = index + Math.max(0, -from);
          return (
            <svg
              key={String(plants[from + place]?.id)}
              aria-hidden="true"
              x={(marginX + (place % columns) * (width + gapX)) * unitsPerMm}
              y={(marginY + Math.floor(place / columns) * (height + gapY)) * unitsPerMm}
              width={width * unitsPerMm}
              height={height * unitsPerMm}
            >
              <Label drawing={drawing} />
            </svg>
          );
        })}
      </svg>
    );
  });
});

const Label = ({ drawing: { texts: lines, code } }: { drawing: LabelDrawing }) => (
  <>
    <rect className={styles.edge} width="100%" height="100%" rx="15" />
    {code && (
      <path
        d={code.path}
        shapeRendering="crispEdges"
        transform={`translate(${code.x} ${code.y}) scale(${code.scaleX} ${code.scaleY})`}
      />
    )}
    {lines.map(({ x, y, size, text, kind }) => (
      <text key={y} x={x} y={y} fontSize={size} className={styles[kind]}>
        {balanced(text)}
      </text>
    ))}
  </>
);

import type { ReactNode } from 'react';
import { Bdi } from './bdi.tsx';
import { partsOf } from './isolated.ts';

/**
 * Shows a text with its `isolated` names as `<bdi>`, which no browser translates. Elements stay as they are. A new text
 * is a new element: a browser that translates moves text nodes, and React could not change them.
 */
export const Sentence = ({ text }: { text: ReactNode }) =>
  typeof text === 'string' && text !== '' ? (
    <span key={text}>
      {partsOf(text).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change
        index % 2 === 1 ? <Bdi key={index} text={part} /> : part,
      )}
    </span>
  ) : (
    text
  );

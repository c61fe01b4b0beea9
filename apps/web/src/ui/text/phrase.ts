import { createElement, Fragment, type ReactNode } from 'react';

/** A text that contains elements, such as a name or a time: `` phrase`Rotate ${name}?` ``. */
export const phrase = (texts: TemplateStringsArray, ...elements: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...texts.flatMap((text, index) => [text, elements[index]]));

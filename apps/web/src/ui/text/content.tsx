import type { ReactNode } from 'react';
import { Bdi } from './bdi.tsx';
import { When, type WhenProps } from './when.tsx';

/** What a cell or a fact shows: a text of a user, a time, or children. */
export type Content = Omit<WhenProps, 'at'> & {
  text?: string | undefined;
  at?: Date | string | null | undefined;
  children?: ReactNode;
};

export function contentOf({ text, at, children, ...when }: Content): ReactNode {
  if (text !== undefined) return <Bdi text={text} />;
  return at ? <When at={at} {...when} /> : children;
}

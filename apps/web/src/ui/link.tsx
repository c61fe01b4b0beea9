import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './buttons/button.tsx';

type LinkProps = ComponentProps<typeof NextLink> & { look?: ButtonLook };

/** A link to a page of the store, which is loaded only after a click. With a `look` it looks like a button. */
export const Link = ({ look, className, ...link }: LinkProps) => (
  <NextLink prefetch={false} className={buttonClass(look, className) || undefined} {...link} />
);

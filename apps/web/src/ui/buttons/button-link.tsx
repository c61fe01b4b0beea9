import type { ComponentProps } from 'react';
import { Link } from '../link.tsx';
import { type ButtonLook, buttonClass } from './button.tsx';

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook };

export const ButtonLink = ({ look = 'quiet', className, ...link }: ButtonLinkProps) => (
  <Link className={buttonClass(look, className)} {...link} />
);

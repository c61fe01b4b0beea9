import Link from 'next/link';
import { texts } from './texts.ts';

export const HolderLink = ({ id }: { id: bigint }) => (
  <Link href={`/plants/${id}`} prefetch={false}>
    {texts.form.openHolder(id)}
  </Link>
);

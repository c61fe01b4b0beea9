import { Link } from '../../ui/link.tsx';
import { texts } from './texts.ts';

export const HolderLink = ({ id }: { id: bigint }) => (
  <Link href={`/plants/${id}`}>{texts.form.openHolder(id)}</Link>
);

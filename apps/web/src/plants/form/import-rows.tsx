import Link from 'next/link';
import { keepForImport } from '../rows-for-import.ts';
import { texts } from './texts.ts';

export const ImportRows = ({ rows, className }: { rows: string; className: string | undefined }) => (
  <Link href="/import" prefetch={false} className={className} onClick={() => keepForImport(rows)}>
    {texts.importRows}
  </Link>
);

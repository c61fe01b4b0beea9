import { Int64Text } from '@plant-store/schema';
import Link from 'next/link';
import { texts } from './texts.tsx';

/** Leads to the plant that holds the id that was typed. */
export function IdHolder({ text }: { text: string }) {
  const { data: id } = Int64Text.safeParse(text);
  if (id === undefined) return null;
  return (
    <Link href={`/plants/${id}`} prefetch={false}>
      {texts.form.openHolder(id)}
    </Link>
  );
}

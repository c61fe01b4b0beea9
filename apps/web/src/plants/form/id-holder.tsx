import { Int64Text } from '@plant-store/schema';
import { HolderLink } from '../waiting/holder-link.tsx';

/** Leads to the plant that holds the id that was typed. */
export function IdHolder({ text }: { text: string }) {
  const { data: id } = Int64Text.safeParse(text);
  return id === undefined ? null : <HolderLink id={id} />;
}

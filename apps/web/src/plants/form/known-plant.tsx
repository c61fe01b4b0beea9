import { IdText } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/session-context.ts';
import { Link } from '../../ui/link.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { plantWithId } from '../queries/plant-query.ts';
import { texts } from './texts.ts';

type KnownPlantProps = { text: string; onOpen: () => void; className: string | undefined };

/** Names the plant that has the id already, with a link to it, before the store refuses a second one. */
export function KnownPlant({ text, onOpen, className }: KnownPlantProps) {
  const { data: id } = IdText.safeParse(text);
  const isAsked = useMay()('plants:read') && id !== undefined;
  const { data: plant } = useQuery({ ...plantWithId(id ?? 0n), enabled: isAsked });
  return (
    <span role="status">
      {isAsked && plant && (
        <Link href={`/plants/${id}`} className={className} onClick={onOpen}>
          <Sentence text={texts.known(plant.id, plant.name)} />
        </Link>
      )}
    </span>
  );
}

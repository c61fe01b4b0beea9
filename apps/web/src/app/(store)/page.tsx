import type { Metadata } from 'next';
import { valuesIn } from '../../plants/new-plant-form.ts';
import { PlantLedger } from '../../plants/plant-ledger.tsx';
import { pageLength } from '../../plants/plant-queries.ts';
import { requireSession } from '../../session/session.ts';
import { attempt } from '../../store/attempt.ts';
import { inTime } from '../../store/server-client.ts';

export const metadata: Metadata = { title: 'Plants' };

export default async function PlantsPage({ searchParams }: PageProps<'/'>) {
  const { client, session } = await requireSession('/');
  const [list, free] = await Promise.all([
    attempt(() => client.plants.list.query({ limit: pageLength }, inTime())),
    attempt(() => client.plants.nextFreeId.query(undefined, inTime())),
  ]);
  const query = new Map(Object.entries(await searchParams));
  const first = 'value' in list ? list.value : undefined;
  return (
    <>
      <h1>Plants</h1>
      <PlantLedger
        scopes={'value' in session ? session.value.scopes : undefined}
        typed={valuesIn(query)}
        added={addedText(query.get('added'), first?.items ?? [])}
        freeId={'value' in free ? free.value : undefined}
        first={first}
        failure={'failure' in list ? list.failure : undefined}
      />
    </>
  );
}

/** What a plain post has just added, which its answer can only name by the address. */
function addedText(added: unknown, newest: { id: bigint; name: string }[]) {
  const plant = newest.find(({ id }) => String(id) === added);
  return plant && `Added ${plant.name} (id ${plant.id}).`;
}

import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { attempt } from '../../api/attempt.ts';
import { EntryAndList } from '../../plants/list/entry-and-list.tsx';
import { texts } from '../../plants/list/texts.ts';
import { valuesInAddress } from '../../plants/new-plant-form.ts';
import { pageLength } from '../../plants/queries/list-queries.ts';
import { texts as messages } from '../../plants/queue-ui/texts.ts';
import { addressOf, filterOf, searchIn } from '../../plants/search/plant-search.ts';
import { requireSession } from '../../session/session.ts';
import hidden from '../../ui/text/visually-hidden.module.css';

export const metadata: Metadata = { title: texts.what };

export default async function PlantsPage({ searchParams }: PageProps<'/'>) {
  const query = new Map(Object.entries(await searchParams));
  const search = searchIn(query);
  const { client, session } = await requireSession(addressOf(search));
  const mayAdd = !session.value || isAllowed(session.value.scopes, 'plants:write');
  const [list, free] = await Promise.all([
    attempt(() => client.plants.list.query({ ...filterOf(search), sort: search.sort, limit: pageLength })),
    mayAdd ? attempt(() => client.plants.freeIds.query()) : undefined,
  ]);
  return (
    <>
      <h1 className={hidden.visuallyHidden}>{texts.what}</h1>
      <EntryAndList
        typed={valuesInAddress(query)}
        added={addedText(query.get('added'), list.value?.items ?? [])}
        freeIds={free?.value}
        searched={addressOf(search)}
        read={list}
      />
    </>
  );
}

/** The message about a plant that was added by a form post without a script. The address names the plant. */
function addedText(added: unknown, newest: { id: bigint; name: string }[]) {
  const plant = newest.find(({ id }) => String(id) === added);
  return plant && messages.form.added(plant.name, plant.id);
}

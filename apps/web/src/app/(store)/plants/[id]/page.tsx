import { callOptions } from '@plant-store/client';
import { Int64Text } from '@plant-store/schema';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { attempt, isError } from '../../../../api/attempt.ts';
import { withEtag } from '../../../../api/with-etag.ts';
import { ListFailure } from '../../../../lists/list-failure.tsx';
import { PlantGone } from '../../../../plants/detail/plant-gone.tsx';
import { PlantPage } from '../../../../plants/detail/plant-page.tsx';
import { texts } from '../../../../plants/detail/texts.ts';
import { requireSession } from '../../../../session/session.ts';
import { attributeText, isolated } from '../../../../ui/text/isolated.ts';

export async function generateMetadata({ params }: PageProps<'/plants/[id]'>): Promise<Metadata> {
  const { version, id } = await readPlant((await params).id);
  return { title: version.value ? attributeText(isolated(version.value.plant.name)) : texts.pageTitle(id) };
}

export default async function OnePlantPage({ params }: PageProps<'/plants/[id]'>) {
  const { id, version, history } = await readPlant((await params).id);
  if (version.value) return <PlantPage key={String(id)} first={version.value} history={history} />;
  const isGone = isError(version.failure, 'notFound');
  const [deletion] = history?.items ?? [];
  if (isGone && !deletion) notFound();
  return isGone ? (
    <PlantGone id={id} deletion={deletion} />
  ) : (
    <ListFailure as="h1" what={texts.what} failure={version.failure} />
  );
}

const readPlant = cache(async (text: string) => {
  const { data: id } = Int64Text.safeParse(decodeURIComponent(text));
  const { client } = await requireSession(`/plants/${text}`);
  if (id === undefined) notFound();
  const [version, history] = await Promise.all([
    attempt(() => withEtag((onEtag) => client.plants.get.query({ id }, callOptions({ onEtag })))),
    attempt(() => client.plants.history.query({ id })),
  ]);
  return { id, version, history: history.value };
});

import { errorTable, Int64Text } from '@plant-store/schema';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import main from '../../../../page/main.module.css';
import { PlantFailure, PlantSheet } from '../../../../plants/plant-sheet.tsx';
import { requireSession } from '../../../../session/session.ts';
import { attempt } from '../../../../store/attempt.ts';
import { inTime } from '../../../../store/server-client.ts';

export async function generateMetadata({ params }: PageProps<'/plants/[id]'>): Promise<Metadata> {
  const plant = await readPlant((await params).id);
  return { title: 'value' in plant ? plant.value.name : 'A plant' };
}

export default async function PlantPage({ params }: PageProps<'/plants/[id]'>) {
  const plant = await readPlant((await params).id);
  return (
    <div className={main.sheet}>
      {'value' in plant ? <PlantSheet plant={plant.value} /> : <PlantFailure failure={plant.failure} />}
    </div>
  );
}

/** The plant with the id in the address, where that stands percent-encoded. */
const readPlant = cache(async (text: string) => {
  const { data: id } = Int64Text.safeParse(decodeURIComponent(text));
  const { client } = await requireSession(`/plants/${text}`);
  if (id === undefined) notFound();
  const outcome = await attempt(() => client.plants.get.query({ id }, inTime()));
  if ('failure' in outcome && outcome.failure.error === errorTable.notFound.error) notFound();
  return outcome;
});

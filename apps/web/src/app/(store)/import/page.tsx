import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { texts } from '../../../frame/texts.ts';
import { ImportPage } from '../../../imports/page/import-page.tsx';
import { MayNotImport } from '../../../plants/rights/no-permission.tsx';
import { requireSession } from '../../../session/session.ts';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.nav.import };

export default async function PlantImportPage() {
  const { session } = await requireSession('/import');
  const mayImport = !session.value || isAllowed(session.value.scopes, 'imports');
  return (
    <>
      <PageTitle>{texts.nav.import}</PageTitle>
      {mayImport ? <ImportPage /> : <MayNotImport />}
    </>
  );
}

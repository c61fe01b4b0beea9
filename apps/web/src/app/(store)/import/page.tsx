import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { texts } from '../../../frame/texts.ts';
import { ImportPage } from '../../../imports/page/import-page.tsx';
import { MayNotImport } from '../../../plants/list/no-permission.tsx';
import { requireSession } from '../../../session/session.ts';
import main from '../../../ui/layout/main.module.css';

export const metadata: Metadata = { title: texts.nav.import };

export default async function PlantImportPage() {
  const { session } = await requireSession('/import');
  const mayImport = !('value' in session) || isAllowed(session.value.scopes, 'imports');
  return (
    <>
      <h1>{texts.nav.import}</h1>
      {mayImport ? (
        <ImportPage />
      ) : (
        <div className={main.sheet}>
          <MayNotImport />
        </div>
      )}
    </>
  );
}

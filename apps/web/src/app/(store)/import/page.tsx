import { isAllowed } from '@plant-store/schema';
import type { Metadata } from 'next';
import { ImportPage } from '../../../import/import-page.tsx';
import main from '../../../page/main.module.css';
import { texts } from '../../../page/texts.ts';
import { MayNotImport } from '../../../plants/no-permission.tsx';
import { requireSession } from '../../../session/session.ts';

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

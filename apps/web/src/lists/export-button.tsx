import type { ReactNode } from 'react';
import type { Watching } from '../api/exported-csv.ts';
import { Button } from '../ui/buttons/button.tsx';
import { asChosen } from '../ui/csv-separator.ts';
import { useOnDemand } from '../ui/dialogs/use-on-demand.ts';
import { saveFile } from '../ui/save-file.ts';
import { numberText } from '../ui/text/number-text.ts';
import { texts } from './texts.ts';
import { useLongRead } from './use-long-read.ts';

type ExportButtonProps = {
  /** The beginning of the file's name; the date is added. */
  name: string;
  read: (watching: Watching) => Promise<Blob>;
  children: ReactNode;
};

const loadDialog = () => import('./export-dialog.tsx');

/** A second click cancels the export. */
export function ExportButton({ name, read, children }: ExportButtonProps) {
  const { Part: ExportDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const { count, run, stop } = useLongRead(texts.export.failed);
  const save = () => {
    close();
    return run(async (watching) => saveFile(await asChosen(await read(watching)), name));
  };
  const act = () => (count === undefined ? open() : stop());
  return (
    <>
      <Button onClick={act}>{count === undefined ? children : texts.export.stop(numberText(count))}</Button>
      {ExportDialog && <ExportDialog isOpen={isOpen} onClose={close} onExport={save} />}
    </>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import { noAnswer } from '../api/attempt.ts';
import { ExportFailure, type Watching } from '../api/exported-csv.ts';
import { reason } from '../api/reason.ts';
import { Button } from '../ui/buttons/button.tsx';
import { asChosen } from '../ui/csv-separator.ts';
import { useOnDemand } from '../ui/dialogs/use-on-demand.ts';
import { saveFile } from '../ui/save-file.ts';
import { numberText } from '../ui/text/number-text.ts';
import { useToasts } from '../ui/toasts/toasts.tsx';
import { texts } from './texts.ts';

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
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const toasts = useToasts();
  const save = async () => {
    close();
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const file = await read({ onRows: setCount, signal: controller.signal });
      saveFile(await asChosen(file), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (thrown) {
      const failure = thrown instanceof ExportFailure ? thrown.failure : noAnswer;
      if (!controller.signal.aborted) toasts.problem(texts.export.failed(reason(failure)));
    }
    running.current = undefined;
    setCount(undefined);
  };
  const act = () => (running.current ? running.current.abort() : open());
  return (
    <>
      <Button onClick={act}>{count === undefined ? children : texts.export.stop(numberText(count))}</Button>
      {ExportDialog && <ExportDialog isOpen={isOpen} onClose={close} onExport={save} />}
    </>
  );
}

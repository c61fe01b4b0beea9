import { type FormEvent, useState } from 'react';
import { setSemicolons, useSemicolons } from '../ui/csv-separator.ts';
import { DialogForm } from '../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../ui/dialogs/dialog-window.tsx';
import { RadioChoice } from '../ui/fields/radio-choice.tsx';
import { texts } from './export-texts.ts';

type ExportFormProps = { onExport: () => void };
type ExportDialogProps = ExportFormProps & { isOpen: boolean; onClose: () => void };

export default function ExportDialog({ isOpen, onClose, onExport }: ExportDialogProps) {
  return (
    <DialogWindow isOpen={isOpen} onClose={onClose}>
      <ExportForm onExport={onExport} />
    </DialogWindow>
  );
}

function ExportForm({ onExport }: ExportFormProps) {
  const [hasSemicolons, choose] = useState(useSemicolons());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSemicolons(hasSemicolons);
    onExport();
  };
  return (
    <DialogForm {...texts.dialog} onSubmit={submit}>
      <RadioChoice
        label={texts.separator}
        value={hasSemicolons}
        onChange={choose}
        choices={[
          { value: false, ...texts.comma },
          { value: true, ...texts.semicolon },
        ]}
      />
    </DialogForm>
  );
}

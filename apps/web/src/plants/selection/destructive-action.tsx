import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import type { ConfirmTexts } from './confirm-dialog.tsx';
import { unconfirmedMax } from './number-field.tsx';

const loadDialog = () => import('./confirm-dialog.tsx');

type DestructiveActionProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  count: number;
  texts: ConfirmTexts;
  act: () => unknown;
};

/** The button of a bulk action that takes something away. More than 100 plants ask for their number first. */
export function DestructiveAction({ count, texts, act, className = '', ...button }: DestructiveActionProps) {
  const [isOpen, setOpen] = useState(false);
  const { Part: ConfirmDialog, want } = useOnDemand(loadDialog);
  const confirmOrAct = () => void (count > unconfirmedMax ? want(() => setOpen(true)) : act());
  return (
    <>
      <Button look="danger" className={className} onClick={confirmOrAct} {...button} />
      {isOpen && ConfirmDialog && (
        <ConfirmDialog
          count={count}
          texts={texts}
          onClose={() => setOpen(false)}
          onConfirm={() => void act()}
        />
      )}
    </>
  );
}

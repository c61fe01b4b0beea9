import { useMay } from '../../session/session-context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import choice from '../../ui/fields/choice.module.css';
import { texts } from './texts.ts';
import { useRenameTag } from './use-rename-tag.tsx';

type RenameTagProps = { tag: string; onRenamed: (from: string, to: string) => void };

/** The button beside the filter for a tag. */
export function RenameTag({ tag, onRenamed }: RenameTagProps) {
  const { open, isBusy, dialog } = useRenameTag(tag, onRenamed);
  if (!useMay()('plants:write')) return null;
  return (
    <>
      <Button className={choice.text} disabled={isBusy} onClick={() => void open()}>
        {texts.renameTag}
      </Button>
      {dialog}
    </>
  );
}

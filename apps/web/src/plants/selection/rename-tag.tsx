import { Button } from '../../ui/buttons/button.tsx';
import choice from '../../ui/fields/choice.module.css';
import { texts } from './rename-texts.ts';
import { useRenameTag } from './use-rename-tag.tsx';

type RenameTagProps = { tag: string; onRenamed: (from: string, to: string) => void };

/** The button beside the filter for a tag. */
export default function RenameTag({ tag, onRenamed }: RenameTagProps) {
  const { open, isBusy, dialog } = useRenameTag(tag, onRenamed);
  return (
    <>
      <Button className={choice.text} disabled={isBusy} onClick={() => void open()}>
        {texts.renameTag}
      </Button>
      {dialog}
    </>
  );
}

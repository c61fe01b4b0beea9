import type { StoredPlant } from '@plant-store/schema';
import type { Watching } from '../../api/exported-csv.ts';
import { useLongRead } from '../../lists/use-long-read.ts';
import { Button, type ButtonLook } from '../../ui/buttons/button.tsx';
import { numberText } from '../../ui/text/number-text.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { plantsText } from '../plants-text.ts';
import { toolTexts as texts } from '../tool-texts.ts';

type CopyButtonProps = {
  look?: ButtonLook;
  read: (watching: Watching) => Promise<readonly StoredPlant[]>;
};

/** A second click cancels. */
export function CopyButton({ look, read }: CopyButtonProps) {
  const { count, run, stop } = useLongRead(texts.notCopied);
  const toasts = useToasts();
  const copy = () =>
    run(async (watching) => {
      const [{ copyTable }, plants] = await Promise.all([import('./copied-table.ts'), read(watching)]);
      // An empty table would take the place of what was copied before.
      if (plants.length === 0) return toasts.done(texts.nothingToCopy);
      const finish = () => {
        if (copyTable(plants)) toasts.done(texts.copied(plantsText(plants.length)));
        // Browsers copy only soon after a click, and a long read takes longer.
        else
          toasts.problem(texts.readyToCopy(plantsText(plants.length)), { label: texts.copyNow, act: finish });
      };
      finish();
    });
  return (
    <Button look={look} onClick={() => void (count === undefined ? copy() : stop())}>
      {count === undefined ? texts.copy : texts.stopCopy(numberText(count))}
    </Button>
  );
}

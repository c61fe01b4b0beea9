'use client';

import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { useSingleKey } from '../keyboard/single-keys.ts';
import buttons from '../page/button.module.css';
import dialog from '../page/dialog.module.css';
import { useHeightVariable } from '../page/height-variable.ts';
import { Icon } from '../page/icon.tsx';
import styles from './plant-entry.module.css';
import { PlantForm, type PlantFormProps } from './plant-form.tsx';
import { texts } from './texts.tsx';

/** Sent to the window by whatever wants the form on the screen; a form in the page needs nothing more. */
const openFormEvent = 'plant-store-open-form';

/** On a phone: the bar at the foot of the screen, and the form in a sheet that it opens. */
export function PlantSheet({ isNarrow, ...props }: PlantFormProps & { isNarrow: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const bar = useHeightVariable('--bar');
  useSingleKey('n', () => isNarrow && setOpen(true));
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener(openFormEvent, open);
    return () => removeEventListener(openFormEvent, open);
  }, []);
  return (
    <Dialog.Root open={isNarrow && isOpen} onOpenChange={setOpen}>
      <div ref={bar} className={styles.bar}>
        {/* Until the script has loaded it leads to the form in the page. */}
        <Button
          nativeButton={false}
          render={<a href="#new-plant" />}
          className={`${buttons.primary} ${styles.open}`}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          <Icon name="plus" /> {texts.form.open}
        </Button>
      </div>
      {isNarrow && (
        // It stays in the page when it is closed, with what was typed and with a save that is on its way.
        <Dialog.Portal keepMounted>
          <Dialog.Backdrop className={dialog.backdrop} />
          <Dialog.Popup
            ref={popup}
            className={styles.sheet}
            aria-labelledby="add-a-plant"
            initialFocus={() => popup.current?.querySelector('input') ?? true}
          >
            <PlantForm {...props} />
            <Dialog.Close className={`${buttons.bare} ${styles.close}`} aria-label={texts.form.close}>
              <Icon name="close" />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      )}
    </Dialog.Root>
  );
}

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import choice from '../../ui/fields/choice.module.css';
import { shortcutKey } from '../../ui/keyboard/shortcut-key.ts';
import { paperAddress } from '../search/paper-address.ts';
import type { PlantSearch } from '../search/plant-search.ts';
import { toolTexts as texts } from '../tool-texts.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './paper-tools.module.css';

const toolsId = 'paper-tools';

/**
 * The actions that bring all found plants to paper; on a phone behind a button. Ctrl+P prints them too, as the page has only
 * the rows near the screen.
 */
export function PaperTools({ search }: { search: PlantSearch }) {
  const router = useRouter();
  const address = paperAddress('/print', search);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = shortcutKey(event) === 'p' && (event.ctrlKey || event.metaKey);
    if (!isPrint || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.push(address);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" popoverTarget={toolsId} className={`${choice.text} ${styles.more}`}>
        {texts.more} <Chevron />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a key clicks a button too */}
      <div
        id={toolsId}
        popover="auto"
        className={styles.tools}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        <ButtonLink look="bare" href={address}>
          {texts.print}
        </ButtonLink>
        <ButtonLink look="bare" href={paperAddress('/labels', search)}>
          {texts.labels}
        </ButtonLink>
        <CopyButton
          look="bare"
          read={async (watching) => (await loadSource()).foundPlants(search, watching)}
        />
      </div>
    </>
  );
}

const loadSource = () => import('./paper-source.ts');

/** Replaces the list on paper, if the menu of the browser prints it. */
export const ListOnPaper = () => <p className={styles.hint}>{texts.listOnPaper}</p>;

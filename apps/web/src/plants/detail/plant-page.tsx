'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { failureIn, isError } from '../../api/attempt.ts';
import { useMay } from '../../session/session-context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import chip from '../../ui/buttons/chip.module.css';
import { Icon } from '../../ui/buttons/icon.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { KeyHint } from '../../ui/keyboard/key.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { type HistoryPage, plantVersion } from '../queries/plant-query.ts';
import type { Version } from '../queries/plant-requests.ts';
import { BackToList } from '../search/back-to-list.tsx';
import { useListPlaces } from '../search/list-places.ts';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { tagHue } from '../tag-hue.ts';
import { texts as trash } from '../trash/texts.ts';
import { useTrash } from '../trash/use-trash.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { useEditDrafts } from './edit-drafts.ts';
import { EditForm } from './edit-form.tsx';
import { PlantGone } from './plant-gone.tsx';
import { PlantHistory } from './plant-history.tsx';
import styles from './plant-page.module.css';
import { texts } from './texts.ts';

/** The maximum length of a name in large letters. A longer name would fill the screen of a phone. */
const longName = 60;

type PlantPageProps = {
  first: Version;
  history: HistoryPage | undefined;
};

export function PlantPage({ first, history }: PlantPageProps) {
  const { id } = first.plant;
  const { remove, isRemoving } = useRemove(id);
  // The feed tells of the person's own deletion, too; the page must not ask for that plant.
  const options = { ...plantVersion(id), initialData: first, enabled: !isRemoving };
  const { data: version, error } = useQuery(options);
  const isNews = useIsNews(version);
  const hasDraft = useEditDrafts().has(id);
  const [isEditing, setEditing] = useState(hasDraft);
  const [wasEdited, setEdited] = useState(false);
  const may = useMay();
  const key = useSingleKey('e', () => may('plants:write') && setEditing(true));
  const close = () => {
    setEditing(false);
    setEdited(true);
  };
  const isDeleted = error !== null && isError(failureIn(error), 'notFound');
  const isGone = isDeleted && !isEditing;
  useRestoreFocus(isGone);
  if (isGone) return <PlantGone id={id} />;
  const { name, tag } = version.plant;
  return (
    <article className={record.record}>
      <div className={record.back}>
        <BackToList />
      </div>
      <div className={styles.columns}>
        <div>
          <h1 className={record.heading} data-long={name.length > longName || undefined}>
            <Bdi text={name} />
          </h1>
          <dl className={record.facts}>
            <dt>{texts.id}</dt>
            <dd translate="no" className={record.id}>
              {String(id)}
            </dd>
            {!isEditing && (
              <Fact name={texts.tag}>
                {tag === undefined ? (
                  <span className={record.none}>{texts.none}</span>
                ) : (
                  <Link href={addressOf({ ...allPlants, tag })} className={chip.chip} data-hue={tagHue(tag)}>
                    <Bdi text={tag} />
                  </Link>
                )}
              </Fact>
            )}
          </dl>
          {isEditing ? (
            <EditForm version={version} isNews={isNews} isDeleted={isDeleted} onClose={close} />
          ) : (
            <div className={styles.actions}>
              {may('plants:write') && (
                <Button
                  ref={wasEdited ? focusOnMount : undefined}
                  onClick={() => setEditing(true)}
                  aria-keyshortcuts={key}
                  data-keyed
                >
                  <Icon name="edit" /> {texts.edit.edit}
                  {key && <KeyHint of={key} />}
                </Button>
              )}
              {may('plants:delete') && (
                <Button look="danger" disabled={isRemoving} onClick={() => remove(version)}>
                  <Icon name="trash" /> {isRemoving ? trash.deleting : trash.delete}
                </Button>
              )}
            </div>
          )}
          <p role="status" className={styles.news}>
            {isNews && !isEditing && <ChangedMeanwhile version={version} />}
          </p>
        </div>
        <PlantHistory id={id} first={history} />
      </div>
    </article>
  );
}

/** True if another person has made this version since the page was opened. */
function useIsNews(version: Version): boolean {
  const [known, setKnown] = useState(version.etag);
  if (version.isKnown && version.etag !== known) setKnown(version.etag);
  return version.etag !== known;
}

/** Moves the plant to the trash, and leaves its page. It asks nothing, because Undo brings the plant back. */
function useRemove(id: bigint) {
  const queries = useQueryClient();
  const router = useRouter();
  const places = useListPlaces();
  const { moveToTrash } = useTrash();
  const { mutate, isPending, data } = useMutation({
    mutationFn: (version: Version) => moveToTrash(version),
    onSuccess: (isDeleted) => isDeleted && router.push(places.latest, { scroll: false }),
  });
  const isLeaving = data === true;
  // Only when the page is left: it would make the query anew.
  useEffect(() => {
    if (isLeaving) return () => queries.removeQueries({ queryKey: plantVersion(id).queryKey });
  }, [isLeaving, queries, id]);
  return { remove: mutate, isRemoving: isPending || isLeaving };
}

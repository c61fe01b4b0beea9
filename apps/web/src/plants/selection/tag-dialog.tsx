import { NewPlantText } from '@plant-store/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import { TagField } from '../completion/tag-field.tsx';
import { aboutField } from '../new-plant-form.ts';
import { plantCount, tagsLike } from '../search/count-queries.ts';
import { allPlants } from '../search/plant-search.ts';
import { texts } from './bulk-texts.ts';
import { checkNumber, NumberField, unconfirmedMax } from './number-field.tsx';
import { texts as renameTexts } from './rename-texts.ts';
import type { Dialog } from './use-bulk.ts';
import { useProblem } from './use-problem.ts';

const { renameDialog } = renameTexts;

type TagFormProps = {
  count: number;
  /** The tag that gets another name; absent for plants that get a tag. */
  renamed?: string;
  /** Does it, and closes the dialog if that succeeds. */
  onTag: (tag: string, dialog: Dialog) => unknown;
};

type TagDialogProps = TagFormProps & { isOpen: boolean; onClose: () => void };

/** Asks for the new tag of the selected plants, or the new name of a tag; for more than 100 plants also for their number. */
export default function TagDialog({ isOpen, onClose, ...form }: TagDialogProps) {
  return (
    <DialogWindow isOpen={isOpen} onClose={onClose}>
      <TagForm {...form} />
    </DialogWindow>
  );
}

function TagForm({ count, renamed, onTag }: TagFormProps) {
  const form = useForm({ defaultValues: { tag: renamed ?? '', number: '' } });
  const { errors, isSubmitting } = form.formState;
  const { problem, dialogFor } = useProblem();
  const isRename = renamed !== undefined;
  const named = useNamed(isRename ? form.watch('tag') : '', renamed);
  const words = isRename
    ? {
        ...renameDialog,
        title: renameDialog.title(renamed),
        text: renameDialog.text(count),
        act: named?.isSame ? renameDialog.merge : renameDialog.act,
      }
    : { ...texts.tagDialog, title: texts.tagDialog.title(count) };
  const problemOf = (typed: string) => {
    const { tag, problem } = readTag(typed, words.empty);
    return problem ?? (tag === renamed ? renameDialog.same : true);
  };
  const send = (tag: string) => onTag(tag, dialogFor(`${count} ${tag}`));
  return (
    <DialogForm
      title={<Sentence text={words.title} />}
      text={words.text}
      act={words.act}
      acting={texts.working}
      isActing={isSubmitting}
      problem={problem}
      onSubmit={submitOf(form, ({ tag }) => send(readTag(tag, words.empty).tag ?? ''))}
    >
      <TagField
        label={words.label}
        problem={errors.tag?.message}
        {...form.register('tag', { validate: problemOf })}
      />
      <div role="status">
        {named?.isSame && <Sentence text={renameDialog.merges(named.tag, named.count)} />}
        {named?.isSame === false && (
          <>
            <Sentence text={renameDialog.alike(named.tag, named.count)} />
            <Button look="bare" onClick={() => form.setValue('tag', named.tag)}>
              <Sentence text={renameDialog.use(named.tag)} />
            </Button>
          </>
        )}
      </div>
      {count > unconfirmedMax && (
        <NumberField
          count={count}
          problem={errors.number?.message}
          {...form.register('number', { validate: (typed) => checkNumber(typed, count) })}
        />
      )}
    </DialogForm>
  );
}

/** The other tag of the store that has the typed name, or one that differs in capital letters alone. */
function useNamed(typed: string, renamed: string | undefined) {
  const tag = useDeferredValue(readTag(typed, '').tag ?? '');
  const enabled = tag !== '' && tag !== renamed;
  const { data: count = 0 } = useQuery({ ...plantCount({ ...allPlants, tag }), enabled });
  const { data: tags } = useQuery({ ...tagsLike(tag), enabled, placeholderData: keepPreviousData });
  if (!enabled) return undefined;
  if (count > 0) return { tag, count, isSame: true };
  const alike = alikeTag(tag, tags ?? [], renamed);
  return alike && { ...alike, isSame: false };
}

/** Reads a typed tag as the store would. An empty field is a problem: it never means to remove tags. */
function readTag(
  typed: string,
  empty: string,
): { tag: string; problem?: undefined } | { tag?: undefined; problem: string } {
  const { data: tag, error } = NewPlantText.shape.tag.safeParse(typed);
  if (error) return { problem: aboutField('tag', error.issues[0]?.message ?? '') };
  return tag === undefined ? { problem: empty } : { tag };
}

type TagCount = { tag: string; count: number };

/** The first tag whose name differs from this one in capital letters alone; never `renamed` itself. */
export const alikeTag = (name: string, tags: readonly TagCount[], renamed: string | undefined) =>
  tags.find(({ tag }) => tag !== renamed && tag !== name && tag.toLowerCase() === name.toLowerCase());

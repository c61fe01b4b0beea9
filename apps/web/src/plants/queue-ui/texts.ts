import { bulkMax, plantFields } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';
import { numberText } from '../../ui/text/number-text.ts';
import { plantsText } from '../plants-text.ts';
import type { Pause } from '../queue/send.ts';

const scanned = (id: string, before: string) =>
  before === '' || before === id
    ? `Scanned ${isolated(id)}.`
    : `Scanned ${isolated(id)}, in place of ${isolated(before)}.`;
const areWaiting = (count: number) => `${plantsText(count)} ${count === 1 ? 'is' : 'are'} waiting`;

export const texts = {
  rows: 'Plants not saved yet',
  saving: 'Saving',
  waiting: 'Waiting',
  more: (count: number) => `and ${plantsText(count)} more`,
  notSavedCount: (count: number) => `${plantsText(count)} not saved yet`,
  edit: 'Edit',
  editPlant: (name: string) => `Edit ${isolated(name)}`,
  correct: 'Correct',
  correctPlant: (name: string) => `Correct ${isolated(name)}`,
  discard: 'Discard',
  discardPlant: (name: string) => `Discard ${isolated(name)}`,
  discardMany: (count: number) => `Discard all ${numberText(count)} not added`,
  discardedMany: (count: number) => `Discarded ${plantsText(count)}.`,
  discarded: (name: string) => `Discarded ${isolated(name)}.`,
  idTaken: (id: string, holder: string) => `Id ${id} is already used by ${isolated(holder)}.`,
  failed: 'The store failed while it saved this plant. Try again.',
  pause: {
    offline: (count) => `${areWaiting(count)} and will be sent when you're back online.`,
    unreachable: (count) =>
      `Not saved yet: the store can't be reached. ${areWaiting(count)} and will be sent when it's back.`,
    busy: (count) => `The store is busy. ${areWaiting(count)} and will be sent in a moment.`,
    signedOut: (count) => `Your session has ended. Sign in to save ${plantsText(count)}.`,
    otherPerson: (count) =>
      `You're signed in as someone else in another tab. ${areWaiting(count)} until you sign in again here.`,
  } satisfies Record<Pause, (count: number) => string>,
  old: (since: string) =>
    `Waiting since ${since}. Check that this device can reach the store, or save the plants as CSV and import them.`,
  sendNow: 'Send now',
  signIn: 'Sign in',
  reload: 'Reload',
  saveAsCsv: 'Save as CSV',
  csvName: 'waiting-plants',
  offline: "You're offline. Plants you add are kept in this browser and sent when you're back.",
  /** After the page for entry without a network has sent its plants. */
  savedOffline: (count: number) =>
    `You're back online. ${plantsText(count)} ${count === 1 ? 'was' : 'were'} saved.`,
  notKept:
    "This browser can't keep plants that wait: its storage is full or blocked. Keep this page open until everything is saved.",
  notKeptHere: 'Keep this page open until everything is saved.',
  damaged: (count: number, names: string) =>
    `${count === 1 ? 'A waiting plant' : `${count} waiting plants`} can't be read${names && ` (${names})`}. Save what is left of ${count === 1 ? 'it' : 'them'}, then add ${count === 1 ? 'it' : 'them'} again.`,
  saveDamaged: 'Save as file',
  damagedName: 'damaged-plants',
  discardDamaged: 'Discard',
  form: {
    scanned,
    scannedAsName: (id: string, before: string) =>
      `${scanned(id, before)} Nothing was added. If ${isolated(id)} is the name, press Enter.`,
    scannedInName: (id: string, name: string) =>
      `${isolated(id)} looks like a scanned id, so it is not in the name. Press Enter to add ${isolated(name)}, then scan again.`,
    pastedRows: (count: number) =>
      `${numberText(count)} rows were pasted. The form takes up to ${numberText(bulkMax)}, with the columns id, name and tag, or a heading with these names. Nothing was entered.`,
    pastedCells: (count: number) =>
      `A pasted row has ${count} cells, and the form has ${plantFields.length} fields. Nothing was entered.`,
    notAdded: 'Not added. Correct the marked field.',
    openHolder: (id: bigint) => `Open plant ${id}`,
    added: (name: string, id: bigint) => `Added ${isolated(name)} (id ${id}).`,
    addedMany: (count: number) => `Added ${plantsText(count)}.`,
    addedBefore: (name: string) => `${isolated(name)} was already saved. Nothing was added twice.`,
    allAddedBefore: (count: number) => `${plantsText(count)} were already saved. Nothing was added twice.`,
    someAddedBefore: (count: number) =>
      `${plantsText(count)} ${count === 1 ? 'was' : 'were'} already saved, and not added twice.`,
    refused: (name: string, why: string) => `${isolated(name)} was not added. ${why} Correct it in the list.`,
    refusedMany: (count: number) => `${plantsText(count)} not added. Correct them in the list.`,
  },
};

import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  add: {
    title: 'Add a passkey',
    text: "Enter your password to confirm it's you. Your browser will then ask where to save the passkey.",
    name: 'Name',
    nameHint: 'For example “My phone”.',
    nameSubject: 'The name',
    currentPassword: 'Current password',
    act: 'Continue',
    acting: 'Adding…',
    added: (name: string) => `Added ${name}. You can now sign in with it.`,
  },
  remove: {
    title: (name: ReactNode) => phrase`Remove ${name}?`,
    text: 'You can no longer sign in with it, and you are signed out everywhere else. Delete it on the device too.',
    act: 'Remove',
    acting: 'Removing…',
    leave: 'Keep it',
    removed: (name: string) => `Removed ${name}. You are signed out everywhere else.`,
  },
  item: {
    addedOn: (when: ReactNode) => phrase`Added on ${when}`,
    onOneDevice: '. Saved on one device only',
    usedOn: (when: ReactNode) => phrase`Last used on ${when}`,
    notUsed: 'Not used yet',
    atOrigin: (origin: string) => `Only signs in at ${origin}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
  },
  part: {
    title: 'Passkeys',
    text: 'Sign in with your fingerprint, your face or a device PIN. Your password still works.',
    unknownOne: " Don't recognize one? Remove it and change your password.",
    notLoaded: (reason: string) => `Your passkeys could not be loaded. ${reason}`,
    list: 'Your passkeys',
  },
  signIn: {
    act: 'Sign in with a passkey',
    unreachable: "The store can't be reached right now. Wait a moment, then sign in again.",
  },
  removedWithPassword: ' Passkeys on your account will be removed.',
  device: {
    known:
      'You already have a passkey on this device. Sign in with it, or remove it here and on the device first.',
    cannotVerify:
      "This device can't check that it's you. Set up a PIN, a fingerprint or a face, or use another device.",
    wrongAddress: "Passkeys don't work at this address. Open the store at its usual address.",
    notSupported: "This device can't save a passkey for the store. Use another device.",
    failed: "That didn't work. Try again, or use another device.",
  },
};

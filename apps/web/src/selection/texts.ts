/** The texts of bulk actions. */
export const texts = {
  tagDialog: {
    title: (plants: string) => `Edit the tag of ${plants}`,
    description: 'Replaces their current tags. Leave empty to remove tags.',
    label: 'New tag',
    submit: 'Set tag',
    cancel: 'Cancel',
  },
  bulk: {
    offline: "You're offline, so nothing was sent. Try again when you reconnect.",
    nothingToChange: 'Nothing to change.',
    unconfirmed: "We couldn't confirm the change.",
    retry: 'Try again',
    failed: (reason: string) => `Nothing was changed. ${reason}`,
    outdated: 'The list changed. Check it and select again.',
  },
};

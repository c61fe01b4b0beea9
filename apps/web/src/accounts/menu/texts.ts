export const texts = {
  account: 'Account',
  yourAccount: 'Your account',
  people: 'People',
  accessTokens: 'Access tokens',
  auditLog: 'Audit log',
  signOut: 'Sign out',
  tokenRights: (rights: string) => `This token may ${rights}.`,
};

export const texts = {
  add: 'You can look, but not add',
  list: "You don't have access to the plant list",
  import: 'You cannot import files',
  role: (role: string, wanted: string) =>
    `You are a ${role} here. An owner of the store can make you ${wanted}.`,
  token: (scope: string, what: string) =>
    `This access token has no ${scope} scope. To ${what}, sign out and sign in with one that has it.`,
  clerk: 'a clerk',
  viewer: 'a viewer',
  addPlants: 'add plants',
  seePlants: 'see the plants',
  importPlants: 'import',
};

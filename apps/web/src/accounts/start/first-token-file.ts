/** The file with the first token: its path in the folder of the store. */
export const firstTokenFile = 'data/first-token';

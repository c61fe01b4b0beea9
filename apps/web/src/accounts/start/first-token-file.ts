/** The file of the first token, as people find it in the folder of the store. */
export const firstTokenFile = 'data/first-token';

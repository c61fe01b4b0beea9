/** What keeps a store. */
export type Engine = 'sqlite' | 'postgresql';

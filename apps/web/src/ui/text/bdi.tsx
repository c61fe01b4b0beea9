import { balanced } from './isolated.ts';

/** A text from a user within a sentence. Its text direction does not change the words around it. */
export const Bdi = ({ text }: { text: string }) => <bdi>{balanced(text)}</bdi>;

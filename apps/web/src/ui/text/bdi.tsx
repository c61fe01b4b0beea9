import { balanced } from './isolated.ts';

/** Somebody's text as a part of a sentence: nothing in it turns the words around it. */
export const Bdi = ({ text }: { text: string }) => <bdi>{balanced(text)}</bdi>;

/** Turns a message of the store into a sentence: with a capital letter at the start and a full stop at the end. */
export function sentence(message: string, subject = ''): string {
  const text = subject ? `${subject} ${message}` : message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

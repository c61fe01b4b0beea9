/** A message of the store, which begins in lower case and has no full stop, as a sentence. */
export function sentence(message: string, subject = ''): string {
  const text = subject ? `${subject} ${message}` : message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

import { StoreError } from '@plant-store/schema';

const nameMaxLength = 40;

/**
 * Refuses a query string with an unknown parameter: a misspelt filter without effect would give a wrong answer.
 * @param known the accepted parameters
 * @throws StoreError `badRequest` for an unknown parameter, `invalidField` for a repeated one
 */
export function checkQuery(query: Record<string, unknown>, known: readonly string[]) {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) throw unknown(name, known);
    if (Array.isArray(value)) throw repeated(name, value.length);
  }
}

function unknown(name: string, known: readonly string[]): StoreError {
  const shown = name.length > nameMaxLength ? `${name.slice(0, nameMaxLength).toWellFormed()}…` : name;
  return new StoreError(
    'badRequest',
    `${JSON.stringify(shown)} is not a query parameter of this URL; use ${known.join(', ')}`,
  );
}

function repeated(name: string, times: number): StoreError {
  const message = `must be given once; it was sent ${times} times`;
  return new StoreError('invalidField', `${name} ${message}`, {
    problems: [{ pointer: `/${name}`, message }],
  });
}

import { StoreError } from '@plant-store/schema';

const nameMaxLength = 40;

/**
 * Refuses a query string with a parameter that the address does not take. If a misspelt filter were ignored, the answer
 * would be wrong, and nothing would say so.
 * @param known the parameters that it takes
 * @throws StoreError `badRequest` for another parameter, `invalidField` for one that is sent more than once
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
    `${JSON.stringify(shown)} is not a query parameter of this address, which takes ${known.join(', ')}`,
  );
}

function repeated(name: string, times: number): StoreError {
  const message = `must be given once; it was sent ${times} times`;
  return new StoreError('invalidField', `${name} ${message}`, {
    problems: [{ pointer: `/${name}`, message }],
  });
}

import { invalidField, StoreError } from '@plant-store/schema';

const nameMaxLength = 40;

/** A misspelt filter would give a wrong answer. @throws StoreError `badRequest`; `invalidField` if one is repeated */
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

const repeated = (name: string, times: number) =>
  invalidField(name, `must be given once; it was sent ${times} times`);

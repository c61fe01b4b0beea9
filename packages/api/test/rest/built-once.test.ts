import { expect, test, vi } from 'vitest';

// Only counted: it does what it does.
const built = vi.hoisted(() => ({ documents: 0 }));
vi.mock('trpc-to-openapi', async (importOriginal) => {
  const library = await importOriginal<typeof import('trpc-to-openapi')>();
  const generateOpenApiDocument: typeof library.generateOpenApiDocument = (...given) => {
    built.documents++;
    return library.generateOpenApiDocument(...given);
  };
  return { ...library, generateOpenApiDocument };
});

// Loaded anew, with what counts in it: another file may have loaded it in this process before.
vi.resetModules();
const { startStore } = await import('../store.ts');
// The server itself needs it not even once; this shows that the count counts.
await import('../../src/rest/openapi.ts');

// Number 8 of the list in docs/decisions/0001-own-rest-edge.md.
test('8: what answers requests is built once, and not for each of them', async () => {
  const { send } = await startStore();
  for (let count = 0; count < 20; count++) {
    await send('/plants/1');
    await send('/openapi.json');
  }
  expect(built.documents).toBe(1);
});

import { expect, test, vi } from 'vitest';

// The spy only counts calls.
const built = vi.hoisted(() => ({ documents: 0 }));
vi.mock('trpc-to-openapi', async (importOriginal) => {
  const library = await importOriginal<typeof import('trpc-to-openapi')>();
  const generateOpenApiDocument: typeof library.generateOpenApiDocument = (...given) => {
    built.documents++;
    return library.generateOpenApiDocument(...given);
  };
  return { ...library, generateOpenApiDocument };
});

// Loads the module again with the spy, as another test file may have loaded it in this process.
vi.resetModules();
const { startStore } = await import('../store.ts');
// The server does not need this module. Its import shows that the spy counts.
await import('../../src/openapi/generated-document.ts');

// Number 8 of the list in docs/decisions/0034-rest-by-trpc-to-openapi.md.
test('8: requests use parts that are built only once', async () => {
  const { send } = await startStore();
  for (let count = 0; count < 20; count++) {
    await send('/plants/1');
    await send('/openapi.json');
  }
  expect(built.documents).toBe(1);
});

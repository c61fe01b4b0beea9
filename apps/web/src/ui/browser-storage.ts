type Kind = 'localStorage' | 'sessionStorage';

/** What the browser refused to store. It stays until the page is closed. */
const refused = new Map<string, string | undefined>();

/** Reads a text that this browser stores. In a browser that blocks cookies, each access to its storage throws. */
export function storedText(kind: Kind, key: string): string | undefined {
  if (refused.has(key)) return refused.get(key);
  try {
    return window[kind].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value of a stored JSON text; `undefined` if there is none, or another program stored something else there. */
export function storedJson(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(storedText(kind, key) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it. Returns false if the browser refuses; the text then stays in this page only. */
export function storeText(kind: Kind, key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) window[kind].removeItem(key);
    else window[kind].setItem(key, text);
    refused.delete(key);
    return true;
  } catch {
    refused.set(key, text);
    return false;
  }
}

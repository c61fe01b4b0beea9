/** Why a browser cannot open the store offline at this address, or that it can. */
export type DeviceState = 'works' | 'insecure' | 'denied';

type Browser = {
  isSecureContext: boolean;
  /** Rejects where the browser refuses its database. */
  openDatabase: () => Promise<unknown>;
  /** Resolves to whether a service worker is registered; rejects where the browser refuses it. */
  hasWorker: () => Promise<boolean>;
};

/** Finds out what this browser allows at this address. Never rejects. */
export async function deviceState({
  isSecureContext,
  openDatabase,
  hasWorker,
}: Browser): Promise<DeviceState> {
  if (!isSecureContext) return 'insecure';
  try {
    await openDatabase();
    return (await hasWorker()) ? 'works' : 'denied';
  } catch {
    return 'denied';
  }
}

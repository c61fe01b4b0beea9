import { texts } from './texts.ts';

/** The message about a failure of the device; `undefined` if the person cancelled. */
export function deviceProblem(thrown: unknown): string | undefined {
  const { name, code, cause } = thrown as { name?: string; code?: string; cause?: { name?: string } };
  const kind = cause?.name ?? name;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return texts.device.known;
  if (
    code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT' ||
    code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT' ||
    kind === 'ConstraintError'
  )
    return texts.device.cannotVerify;
  // Browsers report a cancellation and a timeout in the same way.
  if (kind === 'NotAllowedError' || kind === 'AbortError') return undefined;
  if (kind === 'SecurityError') return texts.device.wrongAddress;
  if (kind === 'NotSupportedError') return texts.device.notSupported;
  return texts.device.failed;
}

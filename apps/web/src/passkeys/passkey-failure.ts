/** What is to be said of a device that did not do what it was asked; nothing where its person has chosen so. */
export function deviceProblem(thrown: unknown): string | undefined {
  const { name, code, cause } = thrown as { name?: string; code?: string; cause?: { name?: string } };
  const kind = cause?.name ?? name;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey of yours already: sign in with that. Or remove it from the list first, and from the device.';
  if (
    code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT' ||
    code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT' ||
    kind === 'ConstraintError'
  )
    return 'This device cannot check that it is you. Set up a PIN, a fingerprint or a face on it, or use another device.';
  // Cancelled, or left until it was over: browsers do not tell which.
  if (kind === 'NotAllowedError' || kind === 'AbortError') return undefined;
  if (kind === 'SecurityError')
    return 'The browser allows no passkeys at this address. Open the store at its usual one.';
  if (kind === 'NotSupportedError')
    return 'This device cannot keep a passkey that the store can check. Use another device.';
  return 'The device or the browser could not do it. Try again, or use another device.';
}

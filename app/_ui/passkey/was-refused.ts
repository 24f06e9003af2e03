/**
 * True when this server did not take the passkey that the form made, so that the device need not offer it. A page has
 * errors of its other forms too.
 */
export function wasPasskeyRefused(error: { readonly key: string } | undefined): boolean {
  if (!error?.key.startsWith('validator.passkey.')) return false
  return error.key !== 'validator.passkey.already_registered'
}

/** The server's key, and the previous one while it is configured. */
interface ServerKeys {
  readonly encryptionKey: Uint8Array
  readonly encryptionKeyPrevious?: Uint8Array
}

/**
 * The keys from which a value that a browser or an application brings back may be derived: the current one, with which
 * the next value is made, then the previous one.
 */
export function acceptedKeys({
  encryptionKey,
  encryptionKeyPrevious,
}: ServerKeys): readonly [Uint8Array, ...Uint8Array[]] {
  return encryptionKeyPrevious ? [encryptionKey, encryptionKeyPrevious] : [encryptionKey]
}

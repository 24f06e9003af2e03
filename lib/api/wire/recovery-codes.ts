import type { RecoveryCodeSet } from '#lib/domain/sign-in/recovery-codes.ts'

/** The member of an answer with the codes that came with a first factor; none for null. */
export function firstCodesToWire(set: RecoveryCodeSet | null): { recoveryCodes?: string[] } {
  return set ? { recoveryCodes: [...set.codes] } : {}
}

import type { AccountView } from '#lib/answers/view.ts'
import { sha256 } from '#lib/base/crypto/hash.ts'
import { fullName } from '#lib/domain/full-name.ts'
import type { UserRecord } from '#lib/persistence/store.ts'

const tints = 8

/** Describes a user for the pages that address them. */
export function accountView(user: UserRecord): AccountView {
  return { name: fullName(user), email: user.email, tint: tintOf(user.subject) }
}

/** The same in every answer, and independent of anything that the person may change. */
function tintOf(subject: string): number {
  return ((sha256(subject)[0] ?? 0) % tints) + 1
}

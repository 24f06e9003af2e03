import type { AccountView } from '#lib/answers/view.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import type { UserRecord } from '#lib/persistence/store.ts'

/** Describes a user for the pages that address them. */
export function accountView(user: UserRecord): AccountView {
  const { email, subject, givenName, familyName } = user
  return { name: fullName(user), email, subject, givenName, familyName }
}

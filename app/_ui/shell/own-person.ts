import { unstable_rethrow } from 'next/navigation'
import { cache } from 'react'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { openConsole, ownAccount } from './api.ts'

interface OwnPerson {
  readonly user: Awaited<ReturnType<typeof ownAccount>>
  /** '' for an account without a name. */
  readonly name: string
  readonly email: string
}

/**
 * The visitor as the shell shows them; null if the account cannot be read. The shell renders without it, and the page
 * beside it reports the failure.
 */
export const ownPerson = cache(async (): Promise<OwnPerson | null> => {
  const { visitor } = await openConsole()
  // An administrator may lack the scope for their own account.
  if (!visitor.scopes.includes('authserver:manage-account')) return null
  try {
    const user = await ownAccount()
    return { user, name: fullName(user), email: shownEmail(user.email) }
  } catch (error) {
    unstable_rethrow(error)
    return null
  }
})

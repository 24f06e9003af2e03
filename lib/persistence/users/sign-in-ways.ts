import type { Queries } from '../database/tables.ts'

/** Enabled users without a password, by the ways to sign in that they have instead. */
export interface UsersWithoutPassword {
  readonly passkey: number
  readonly identityProvider: number
  readonly both: number
}

/**
 * Counts the users who sign in without a password. Passkeys of another relying party and links to providers that are off
 * are no ways in.
 */
export async function countWithoutPassword(
  queries: Queries,
  relyingPartyId: string,
): Promise<UsersWithoutPassword> {
  const withoutPassword = queries
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.enabled', '=', true)
    .where('users.passwordHash', '=', '')
  const owners = queries
    .selectFrom('passkeys')
    .select('userId')
    .where('relyingPartyId', '=', relyingPartyId)
  const linked = queries
    .selectFrom('userIdentities')
    .innerJoin('identityProviders', 'identityProviders.id', 'userIdentities.providerId')
    .select('userIdentities.userId')
    .where('identityProviders.enabled', '=', true)
  const withPasskey = withoutPassword.where('users.id', 'in', owners)
  const counted = await Promise.all(
    [
      withPasskey,
      withoutPassword.where('users.id', 'in', linked),
      withPasskey.where('users.id', 'in', linked),
    ].map((query) => query.executeTakeFirst()),
  )
  const [passkey = 0, identityProvider = 0, both = 0] = counted.map((row) => Number(row?.count))
  return { passkey: passkey - both, identityProvider: identityProvider - both, both }
}

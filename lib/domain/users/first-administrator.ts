import type { Context } from '#lib/context.ts'
import type { SettingsRecord, UserRecord } from '#lib/persistence/store.ts'

/** Where the password of the first administrator came from: the first start generated it, or ADMIN_PASSWORD gave it. */
export type FirstPassword = 'generated' | 'given'

/**
 * Where the first administrator finds the password, as long as they have not signed in.
 * @returns undefined once they have, when their account is gone or disabled, and where it is not known
 */
export async function awaitedFirstPassword(ctx: Context): Promise<FirstPassword | undefined> {
  const source = sourceOf(ctx.settings)
  if (!source) return undefined
  const administrator = await findFirstAdministrator(ctx)
  return administrator?.enabled && !administrator.lastSignInAt ? source : undefined
}

/** Whether the password that the first start generated, and wrote to the log, still signs somebody in. */
export async function isGeneratedPasswordUsed(ctx: Context): Promise<boolean> {
  if (sourceOf(ctx.settings) !== 'generated') return false
  const administrator = await findFirstAdministrator(ctx)
  return administrator !== null && usesGeneratedPassword(ctx, administrator)
}

/** Whether this user's password is the one that the first start generated. */
export function usesGeneratedPassword(
  { settings }: Pick<Context, 'settings'>,
  { createdAt, passwordChangedAt }: Pick<UserRecord, 'createdAt' | 'passwordChangedAt'>,
): boolean {
  const start = settings.createdAt.getTime()
  return (
    sourceOf(settings) === 'generated' &&
    createdAt.getTime() === start &&
    passwordChangedAt?.getTime() === start
  )
}

/** The first start creates the administrator and the settings at the same moment. */
function findFirstAdministrator({ store, settings }: Context): Promise<UserRecord | null> {
  return store.users.findByCreation(settings.createdAt)
}

function sourceOf({ firstPassword }: SettingsRecord): FirstPassword | undefined {
  return firstPassword === 'generated' || firstPassword === 'given' ? firstPassword : undefined
}

import type { Outcome } from '#lib/answers/outcome.ts'
import type { View, WayInView } from '#lib/answers/view.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import type { Context } from '#lib/context.ts'
import { type OtherWayIn, otherWaysIn } from '#lib/domain/sign-in/other-ways-in.ts'
import { permitRemoval, removeByPermission } from '#lib/domain/sign-in/removal-after-reset.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { requestCopyField } from '../authorize/request-copy.ts'
import { carriedOrigin, flowEnd, localesOf, page } from './pages.ts'

/** The field of the form that removes a way to sign in. */
export const removalField = 'removal'

type PasswordSet = Extract<View, { page: 'password-set' }>

/** The other ways to sign the user in, for the page after a new password; none without any. */
export async function waysAfterReset(
  ctx: Context,
  user: UserRecord,
  others: readonly OtherWayIn[],
  cookie: string | null,
): Promise<Pick<PasswordSet, 'ways' | 'removal'>> {
  const ways = others.map(
    ({ addedAt, isRecent, ...way }): WayInView => ({
      ...way,
      ...(addedAt ? { addedAt: addedAt.toISOString() } : {}),
      ...(isRecent ? { isRecent } : {}),
    }),
  )
  if (ways.length === 0) return {}
  const removal = cookie === null ? null : await permitRemoval(ctx, user, cookie)
  return { ways, ...(removal === null ? {} : { removal }) }
}

/**
 * `POST /reset-password` with a permission of the page after a new password: disconnects an account at a provider. A
 * second submit of the form changes nothing more. An old or foreign permission gets a page that asks for a sign-in.
 */
export async function removeWayIn(
  ctx: Context,
  { cookies }: Incoming,
  form: Parameters,
): Promise<Outcome> {
  const sent = form.value('identity') ?? ''
  const identityId = /^\d{1,9}$/.test(sent) ? Number(sent) : 0
  const permission = form.value(removalField) ?? ''
  const user = await removeByPermission(ctx, permission, cookies.browser, identityId)
  const from = carriedOrigin(form.value('ceremonyId'))
  const end = await flowEnd(ctx, cookies, from, user?.email ?? '', form.value(requestCopyField))
  const common = { page: 'password-set', ...end } as const
  if (!user) {
    const error = { key: 'handler.password.removal_expired' } as const
    return page({ ...common, error, uiLocales: [] }, 400)
  }
  const ways = await waysAfterReset(ctx, user, await otherWaysIn(ctx, user), cookies.browser)
  return page({ ...common, ...ways, uiLocales: localesOf(user) })
}

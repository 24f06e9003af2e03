import type { View } from '#lib/answers/view.ts'
import type { Context } from '#lib/context.ts'
import { areLinksUsed } from '#lib/domain/sign-in/sign-in-failures.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { awaitedFirstPassword } from '#lib/domain/users/first-administrator.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { clientView } from './client-view.ts'
import { readFormError } from './form-error.ts'
import type { StoredInteraction } from './interaction.ts'
import { providersOf } from './offered-providers.ts'
import { copyOf } from './request-copy.ts'
import { startedAgain } from './start-again.ts'

interface Shown {
  readonly formEmail: string
  readonly formError: string
  readonly account?: UserRecord | null
  /** With the address first, the page asks for the address again, to correct it. */
  readonly isCorrected?: boolean
}

/** The view of the sign-in page, the same for known and unknown addresses. */
export async function signInView(
  ctx: Context,
  { row, request }: StoredInteraction,
  { formEmail, formError, account, isCorrected }: Shown,
): Promise<View> {
  const email = account?.email ?? (formEmail || request.loginHint)
  const asks = account ? undefined : askedNow(ctx, email, isCorrected === true)
  const offered = await providersOf(ctx, { formError, email, asks })
  const firstPassword = request.client.isSystemLevelClient
    ? await awaitedFirstPassword(ctx)
    : undefined
  const error = formError === startedAgain ? undefined : (offered.error ?? readFormError(formError))
  return {
    page: 'sign-in',
    uiLocales: request.uiLocales,
    ceremonyId: row.interactionIdentifier,
    client: await clientView(ctx, request.client),
    requestCopy: copyOf(ctx, request),
    email,
    ...(asks ? { asks } : {}),
    ...(account ? { account: accountView(account) } : {}),
    ...(firstPassword ? { firstPassword } : {}),
    ...(formError === startedAgain ? { startedAgain: true } : {}),
    ...(error ? { error } : {}),
    canRegister: ctx.settings.selfRegistrationEnabled,
    canRecover: ctx.settings.smtpEnabled,
    mayNeedLink: areLinksUsed(ctx),
    ...(signInFeatures(ctx).passkeys ? { passkeys: true } : {}),
    ...offered.shown,
  }
}

/** The fields of the page, if it asks for the address first. */
function askedNow(
  ctx: Context,
  email: string,
  isCorrected: boolean,
): 'email' | 'password' | undefined {
  if (!signInFeatures(ctx).identifierFirst) return undefined
  return email === '' || isCorrected ? 'email' : 'password'
}

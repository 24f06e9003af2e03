import { countProviderSignIn } from '#lib/base/log/metrics.ts'
import type { Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import type { ProviderFailure } from './failure.ts'

/**
 * Records that a provider did not complete a sign-in, for the log, the console and the metrics. Writes
 * `auth_failed_provider`, except when the person cancelled. The console does not tell of what any visitor can cause.
 */
export async function noteFailure(
  ctx: Context,
  { id: providerId, alias }: IdentityProviderRecord,
  { fault, detail, cause, isOfVisitor }: ProviderFailure,
): Promise<void> {
  const reason = fault === 'embedded' ? 'refused' : fault
  countProviderSignIn(reason === 'misconfigured' ? 'invalid' : reason)
  const log = { requestId: ctx.requestId, provider: alias, fault, detail }
  ctx.log.warn({ ...log, ...(cause ? { err: cause } : {}) }, 'a provider did not sign a person in')
  if (fault === 'cancelled') return
  await auditRefusal(ctx, 'auth_failed_provider', { providerId, alias, reason, detail })
  if (reason === 'refused' || isOfVisitor) return
  const lastFailure = fault === 'misconfigured' ? fault : detail
  await ctx.store.identityProviders.keepState(providerId, { lastFailure, lastFailureAt: ctx.now })
}

/** Records that a provider signed a person in, so that an earlier failure no longer counts. */
export async function noteSuccess(ctx: Context, { id }: IdentityProviderRecord): Promise<void> {
  countProviderSignIn('ok')
  const state = await ctx.store.identityProviders.findState(id)
  if (!state?.lastFailureAt) return
  await ctx.store.identityProviders.keepState(id, { lastFailure: '', lastFailureAt: null })
}

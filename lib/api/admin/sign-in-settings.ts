import * as contract from '#lib/api/contract/admin/sign-in-settings.ts'
import { operation } from '#lib/api/operation.ts'
import { signInSettingsToWire } from '#lib/api/wire/sign-in-settings.ts'
import { adminTransaction } from '#lib/context.ts'
import { checkEmailDomains } from '#lib/domain/email/email-domains.ts'
import { actorOf } from '#lib/domain/permissions/caller.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { checkSignInSettings, saveSignInSettings } from '#lib/domain/sign-in/sign-in-settings.ts'
import { checkRelatedOrigins } from '#lib/protocol/check-related-origins.ts'

export const getSignInSettings = operation(contract.getSignInSettings, async (ctx) =>
  signInSettingsToWire(ctx, ctx.settings),
)

export const updateSignInSettings = operation(contract.updateSignInSettings, async (ctx, input) => {
  const { registrationAllowedEmailDomains: allowed, ...rest } = input.body()
  const { registrationBlockedEmailDomains: blocked, ...others } = rest
  const change = checkSignInSettings(
    {
      ...others,
      registrationAllowedEmailDomains:
        allowed && checkEmailDomains('registrationAllowedEmailDomains', allowed),
      registrationBlockedEmailDomains:
        blocked && checkEmailDomains('registrationBlockedEmailDomains', blocked),
    },
    ctx.config.baseUrl,
  )
  const saved = await adminTransaction(ctx, (tx) =>
    saveSignInSettings(tx, change, actorOf(input.caller)),
  )
  const now = { ...ctx, settings: saved }
  const asks = typeof rest.passkeyRelyingPartyId === 'string'
  const state = asks ? await checkRelatedOrigins(now) : null
  return {
    ...(await signInSettingsToWire(now, saved)),
    relatedOrigins: state ?? ('not_needed' as const),
  }
})

/** Every list of breached passwords has this one. */
const knownPassword = 'password'

export const testBreachedPasswordCheck = operation(
  contract.testBreachedPasswordCheck,
  async (ctx) => {
    const { breachSource } = signInFeatures(ctx)
    if (!breachSource) return { result: 'off' as const }
    return { result: await ctx.lookUpBreached(ctx, breachSource, knownPassword) }
  },
)

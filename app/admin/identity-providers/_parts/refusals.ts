import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import type { Texts } from '#app/_ui/form/submit-route.ts'
import { ApiError } from '#lib/api/client.ts'

/** Refusals of a change of a provider, in the visitor's language. */
export function refusalsOfProvider(t: Texts) {
  return {
    fields: { 'validator.provider.issuer': 'issuer' },
    texts: { ...recordTexts(t), VALIDATION_ERROR: t('idp.form.bad') },
  }
}

/** Fields that the API may refuse, and what they demand. */
const demands = {
  alias: 'idp.form.bad_alias',
  displayName: 'idp.form.bad_name',
  issuer: 'idp.form.bad_issuer',
  clientId: 'idp.form.bad_client_id',
  clientSecret: 'idp.form.bad_secret',
  secretExpiresAt: 'idp.form.bad_day',
  scopes: 'idp.form.bad_scopes',
  parameters: 'idp.form.bad_parameters',
  domains: 'idp.form.bad_domains',
  mapping: 'idp.form.bad_mapping',
  emailTrust: 'idp.form.bad_trust',
  secondFactorValues: 'idp.form.bad_values',
  confirmed: 'idp.form.bad_confirmed',
} as const

/**
 * Says in the visitor's language which field the API refused; other errors are left as they are.
 * @param renamed fields that the form has under another name
 * @throws FormRefusal, or the error
 */
export function refuseField(
  error: unknown,
  t: Texts,
  renamed: Readonly<Record<string, string>> = {},
): never {
  if (!(error instanceof ApiError)) throw error
  const [, field = ''] = /^The field '(\w+)'/.exec(error.message) ?? []
  if (error.code !== 'VALIDATION_ERROR' || !Object.hasOwn(demands, field)) throw error
  const isTaken = error.message.endsWith('is taken.')
  const text = isTaken ? t('idp.form.taken') : t(demands[field as keyof typeof demands])
  throw new FormRefusal(renamed[field] ?? field, text)
}

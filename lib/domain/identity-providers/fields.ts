import { loopbackAddress } from '#lib/base/network/ip.ts'
import { codePoints, isOneLine, splitWords } from '#lib/base/text/text.ts'
import { readCalendarDay } from '#lib/base/time/calendar-day.ts'
import type { Context } from '#lib/context.ts'
import { hasEmailForm, normalizeEmail } from '#lib/domain/email/email-form.ts'
import {
  invalidField,
  requireCharactersAtMost,
  requireField,
} from '#lib/domain/values/validation.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import {
  type CheckedMapping,
  checkMapping,
  firstProfileClaims,
  type SentMapping,
} from './mapping.ts'
import {
  firstScopes,
  isPreset,
  type Preset,
  publicIssuers,
  servesThePublic,
  tenantOf,
} from './presets.ts'

/** An administrator's input for a provider. Absent and null keep the stored value, or take the initial one. */
export interface SentProvider {
  readonly alias?: string | null | undefined
  readonly preset?: string | null | undefined
  readonly displayName?: string | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly issuer?: string | null | undefined
  readonly clientId?: string | null | undefined
  /** '' removes the secret. */
  readonly clientSecret?: string | null | undefined
  /** Days as `YYYY-MM-DD`; '' for none. */
  readonly secretExpiresAt?: string | null | undefined
  readonly tokenEndpointAuthMethod?: string | null | undefined
  readonly scopes?: string | null | undefined
  readonly parameters?: Readonly<Record<string, string>> | null | undefined
  readonly shownOnSignIn?: boolean | null | undefined
  readonly createUsers?: string | null | undefined
  readonly linking?: string | null | undefined
  readonly emailTrust?: string | null | undefined
  readonly secondFactor?: string | null | undefined
  readonly secondFactorValues?: string | null | undefined
  readonly domains?: readonly string[] | null | undefined
  readonly mapping?: SentMapping | null | undefined
  readonly syncProfile?: string | null | undefined
  /** Every account there may get one here, although self-registration is off. */
  readonly confirmed?: boolean | null | undefined
}

/** The columns that an administrator determines. */
export type ProviderFields = Omit<
  IdentityProviderRecord,
  'id' | 'createdAt' | 'updatedAt' | 'position' | 'clientSecretEncrypted'
>

export interface CheckedProvider {
  readonly fields: ProviderFields
  /** Undefined keeps the secret. */
  readonly clientSecret: string | undefined
  /** Undefined keeps the domains. */
  readonly domains: readonly string[] | undefined
  /** Undefined keeps the mapped groups. */
  readonly groups: CheckedMapping['groups'] | undefined
}

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']
const creations = ['never', 'domains', 'any']
const linkings = ['off', 'ask', 'trusted']
const trusts = ['preset', 'never', 'always']
const syncs = ['creation', 'always', 'never']
const secondFactors = ['ours', 'claimed', 'always']

const maxDomains = 100
const maxParameters = 10

/** Parameters that the server itself sends, or that would change the answer. */
const ownParameters = new Set(
  (
    'client_id client_secret redirect_uri response_type response_mode scope state nonce code_challenge ' +
    'code_challenge_method prompt max_age login_hint ui_locales id_token_hint request request_uri claims ' +
    'registration dpop_jkt'
  ).split(' '),
)

/**
 * Checks an administrator's input for a provider.
 * @param own the provider as stored; null for a new one
 * @throws Refusal VALIDATION_ERROR
 */
export function checkProvider(
  ctx: Pick<Context, 'config' | 'settings'>,
  sent: SentProvider,
  own: IdentityProviderRecord | null,
): CheckedProvider {
  const preset = presetOf(sent, own)
  const said = <Name extends keyof ProviderFields>(
    name: Name & keyof SentProvider,
    first: string,
  ) => String(sent[name] ?? own?.[name] ?? first).trim()
  const issuer = checkIssuer(ctx, preset, said('issuer', publicIssuers[preset]))
  const mapping = sent.mapping ? checkMapping(preset, sent.mapping) : undefined
  const fields: ProviderFields = {
    alias: aliasOf(sent, own),
    preset,
    displayName: checkName(said('displayName', '')),
    enabled: sent.enabled ?? own?.enabled ?? false,
    issuer,
    clientId: checkClientId(said('clientId', '')),
    secretExpiresAt: checkDay(sent.secretExpiresAt, own),
    tokenEndpointAuthMethod: oneOf(
      'tokenEndpointAuthMethod',
      authMethods,
      said(
        'tokenEndpointAuthMethod',
        preset === 'github' ? 'client_secret_post' : 'client_secret_basic',
      ),
    ),
    scopes: checkScopes(preset, said('scopes', firstScopes(preset))),
    parameters: checkParameters(sent.parameters, own),
    shownOnSignIn: sent.shownOnSignIn ?? own?.shownOnSignIn ?? true,
    createUsers: oneOf('createUsers', creations, said('createUsers', 'never')),
    linking: oneOf('linking', linkings, said('linking', 'ask')),
    emailTrust: oneOf('emailTrust', trusts, said('emailTrust', 'preset')),
    secondFactor: oneOf('secondFactor', secondFactors, said('secondFactor', 'ours')),
    secondFactorValues: checkWords('secondFactorValues', said('secondFactorValues', '')),
    syncProfile: oneOf('syncProfile', syncs, said('syncProfile', 'creation')),
    ...(mapping?.columns ?? mappingOf(own)),
  }
  requireSense(ctx, fields, sent, own)
  return {
    fields,
    clientSecret: checkSecret(sent.clientSecret),
    domains: sent.domains ? checkDomains(sent.domains) : undefined,
    groups: mapping?.groups,
  }
}

/** The stored values, or the initial ones: the names of a new account. */
function mappingOf(own: IdentityProviderRecord | null): CheckedMapping['columns'] {
  const { profileClaims = firstProfileClaims, groupsClaim = '' } = own ?? {}
  return { profileClaims, groupsClaim }
}

function presetOf({ preset }: SentProvider, own: IdentityProviderRecord | null): Preset {
  const said = preset ?? own?.preset ?? ''
  if (!isPreset(said)) {
    throw invalidField('preset', 'must be oidc, google, microsoft, gitlab or github')
  }
  return said
}

function aliasOf({ alias }: SentProvider, own: IdentityProviderRecord | null): string {
  const said = alias ?? own?.alias ?? ''
  if (own && said !== own.alias) throw invalidField('alias', 'cannot be changed')
  if (!/^[a-z][a-z0-9-]{1,29}$/.test(said)) {
    throw invalidField(
      'alias',
      'must have 2 to 30 lower-case letters, digits and hyphens, first a letter',
    )
  }
  return said
}

function checkName(name: string): string {
  requireField(name, 'displayName')
  requireCharactersAtMost(name, 40, 'displayName')
  if (!isOneLine(name) || /[<>]/.test(name)) {
    throw invalidField('displayName', 'may not have line breaks, < or >')
  }
  return name
}

/** An https address; http on this machine while the server itself is reached there. */
function checkIssuer({ config }: Pick<Context, 'config'>, preset: Preset, issuer: string): string {
  const url = URL.parse(issuer)
  const isLocal =
    url?.protocol === 'http:' &&
    loopbackAddress(url.hostname) !== null &&
    loopbackAddress(new URL(config.baseUrl).hostname) !== null
  const isClean = url && /^[\x21-\x7e]+$/.test(issuer) && !/[?#@\\{}]/.test(issuer)
  if (!isClean || (url.protocol !== 'https:' && !isLocal) || issuer.length > 255) {
    throw invalidField('issuer', 'must be an https address without query and fragment')
  }
  if (preset === 'google' && issuer !== publicIssuers.google) {
    throw invalidField('issuer', `must be ${publicIssuers.google}`)
  }
  if (preset === 'microsoft' && tenantOf(issuer) === null) {
    throw invalidField(
      'issuer',
      'must end in /{tenant}/v2.0, with the tenant’s id in lower case, common, organizations or consumers',
    )
  }
  if (preset === 'github' && url.pathname !== '/') {
    throw invalidField('issuer', 'must be the address of a host')
  }
  return preset === 'github' ? url.origin : issuer
}

function checkClientId(clientId: string): string {
  requireField(clientId, 'clientId')
  if (!/^[\x20-\x7e]{1,255}$/.test(clientId)) {
    throw invalidField('clientId', 'may have at most 255 ASCII characters')
  }
  return clientId
}

function checkSecret(secret: string | null | undefined): string | undefined {
  if (secret === null || secret === undefined) return undefined
  requireCharactersAtMost(secret, 1_000, 'clientSecret')
  if (!isOneLine(secret)) throw invalidField('clientSecret', 'may not have control characters')
  return secret
}

function checkDay(day: string | null | undefined, own: IdentityProviderRecord | null): Date | null {
  if (day === null || day === undefined) return own?.secretExpiresAt ?? null
  if (day === '') return null
  const at = readCalendarDay(day)
  if (!at) throw invalidField('secretExpiresAt', 'must be YYYY-MM-DD')
  return at
}

function checkScopes(preset: Preset, scopes: string): string {
  const words = splitWords(scopes)
  if (words.some((word) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)) || scopes.length > 500) {
    throw invalidField('scopes', 'must be scopes, at most 500 characters together')
  }
  if (preset !== 'github' && !words.includes('openid')) {
    throw invalidField('scopes', 'must name openid')
  }
  return words.join(' ')
}

function checkParameters(
  sent: SentProvider['parameters'],
  own: IdentityProviderRecord | null,
): string {
  if (!sent) return own?.parameters ?? '{}'
  const entries = Object.entries(sent)
  const isBad = ([name, value]: readonly [string, string]) =>
    !/^[a-z][a-z0-9_]{0,49}$/.test(name) ||
    ownParameters.has(name) ||
    codePoints(value) > 200 ||
    !isOneLine(value)
  if (entries.length > maxParameters || entries.some(isBad)) {
    throw invalidField(
      'parameters',
      `may have at most ${maxParameters} further parameters of an authorization request, each at most 200 characters`,
    )
  }
  return JSON.stringify(Object.fromEntries(entries))
}

function checkWords(field: string, text: string): string {
  const words = splitWords(text)
  if (text.length > 500 || words.some((word) => !/^[\x21-\x7e]+$/.test(word))) {
    throw invalidField(field, 'must be words of ASCII characters, at most 500 together')
  }
  return words.join(' ')
}

function checkDomains(sent: readonly string[]): string[] {
  const domains = sent.map((domain) => normalizeEmail(`a@${domain.trim()}`).slice(2))
  const isBad = (domain: string) => !hasEmailForm(`a@${domain}`) || domain.length > 253
  if (domains.length > maxDomains || domains.some(isBad)) {
    throw invalidField('domains', `must be at most ${maxDomains} domains such as example.com`)
  }
  return [...new Set(domains)]
}

function oneOf(field: string, values: readonly string[], value: string): string {
  if (!values.includes(value)) throw invalidField(field, `must be ${values.join(', ')}`)
  return value
}

/** Checks fields that are valid only together. */
function requireSense(
  { settings }: Pick<Context, 'settings'>,
  fields: ProviderFields,
  sent: SentProvider,
  own: IdentityProviderRecord | null,
): void {
  const isPublic = servesThePublic(fields.preset, fields.issuer)
  if (isPublic && fields.emailTrust === 'always') {
    throw invalidField('emailTrust', 'may be always only for a provider of one’s own')
  }
  if (fields.secondFactor === 'claimed' && fields.secondFactorValues === '') {
    throw invalidField('secondFactorValues', 'is required')
  }
  const opens = own?.createUsers !== 'any' || own.issuer !== fields.issuer
  const isOpen = isPublic && fields.createUsers === 'any' && !settings.selfRegistrationEnabled
  if (isOpen && opens && sent.confirmed !== true) {
    throw invalidField(
      'confirmed',
      'must be true: nobody can register here, but anyone with an account there could get one',
    )
  }
}

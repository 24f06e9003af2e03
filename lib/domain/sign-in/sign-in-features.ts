import { isIP } from 'node:net'
import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { Config } from '#lib/config/config.ts'
import type { BreachSource } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

/** Ways to sign in, and related features, that an administrator switches on. */
export interface SignInFeatures {
  readonly passkeys: boolean
  /** A passkey is offered after a sign-in without one. */
  readonly passkeyOffer: boolean
  readonly recoveryCodes: boolean
  /** Days that a browser is remembered; 0: browsers are not remembered. */
  readonly rememberBrowserDays: number
  readonly newSignInNotice: boolean
  /** Sign-in with other servers. */
  readonly identityProviders: boolean
  /** The source of breached passwords for the look-up of new ones; null: none. */
  readonly breachSource: BreachSource | null
  /** An application may ask which account to use (`prompt=select_account`). */
  readonly accountChooser: boolean
  /** The sign-in page asks for the address first, and for a password on the next page. */
  readonly identifierFirst: boolean
  /** The registration has a hidden field that only programs fill in. */
  readonly registrationTrap: boolean
}

/** A feature that is switched on and has no effect, with the reason. */
export interface InactiveSignInFeature {
  readonly feature: 'passkeys' | 'passkeyOffer' | 'newSignInNotice' | 'breachedPasswordCheck'
  readonly reason:
    | 'host_is_address'
    | 'not_secure_context'
    | 'passkeys_off'
    | 'smtp_off'
    | 'no_file'
}

interface Installation {
  readonly settings: SettingsRecord
  readonly config: Pick<Config, 'baseUrl' | 'breachedPasswordsFile'>
}

/** The features that are switched on and in effect. The result is the same object while the settings are the same. */
export function signInFeatures({ settings, config }: Installation): SignInFeatures {
  return memoizeLast('sign-in-features', settings, () => {
    const off = new Set(inactiveSignInFeatures({ settings, config }).map(({ feature }) => feature))
    return {
      passkeys: settings.passkeysEnabled && !off.has('passkeys'),
      passkeyOffer: settings.passkeyOfferEnabled && !off.has('passkeyOffer'),
      recoveryCodes: settings.recoveryCodesEnabled,
      rememberBrowserDays: settings.rememberBrowserDays,
      newSignInNotice: settings.newSignInNoticeEnabled && !off.has('newSignInNotice'),
      identityProviders: settings.identityProvidersEnabled,
      breachSource: breachSource({ settings, config }),
      accountChooser: settings.accountChooserEnabled,
      identifierFirst: signInPageOf(settings) === 'identifier_first',
      registrationTrap: settings.registrationTrapFieldEnabled,
    }
  })
}

/**
 * The number of days for which a page that asks for a second factor may remember the browser; empty while that is off.
 */
export function rememberDays(installation: Installation): { readonly rememberDays?: number } {
  const { rememberBrowserDays } = signInFeatures(installation)
  return rememberBrowserDays > 0 ? { rememberDays: rememberBrowserDays } : {}
}

export function inactiveSignInFeatures({
  settings,
  config,
}: Installation): InactiveSignInFeature[] {
  const obstacle = obstacleToPasskeys(config)
  const off: InactiveSignInFeature[] = []
  if (settings.passkeysEnabled && obstacle) off.push({ feature: 'passkeys', reason: obstacle })
  if (settings.passkeyOfferEnabled && (obstacle || !settings.passkeysEnabled)) {
    off.push({ feature: 'passkeyOffer', reason: 'passkeys_off' })
  }
  if (settings.newSignInNoticeEnabled && !settings.smtpEnabled) {
    off.push({ feature: 'newSignInNotice', reason: 'smtp_off' })
  }
  if (settings.breachedPasswordCheck === 'file' && !config.breachedPasswordsFile) {
    off.push({ feature: 'breachedPasswordCheck', reason: 'no_file' })
  }
  return off
}

/** The source of breached passwords for the look-up of new ones. */
export const breachChecks = ['off', 'service', 'file'] as const
type BreachCheck = (typeof breachChecks)[number]

export function isBreachCheck(name: string): name is BreachCheck {
  return breachChecks.some((check) => check === name)
}

/** The setting; an unknown stored name counts as `off`. */
export function breachCheckOf({ breachedPasswordCheck: name }: SettingsRecord): BreachCheck {
  return isBreachCheck(name) ? name : 'off'
}

/** The fields of the sign-in page: address and password at once, or the address first. */
export const signInPages = ['combined', 'identifier_first'] as const
type SignInPage = (typeof signInPages)[number]

export function isSignInPage(name: string): name is SignInPage {
  return signInPages.some((page) => page === name)
}

/** The setting; an unknown stored name counts as `combined`. */
export function signInPageOf({ signInPage: name }: SettingsRecord): SignInPage {
  return isSignInPage(name) ? name : 'combined'
}

/** The service that is used if the settings name none. */
export const breachedPasswordService = 'https://api.pwnedpasswords.com'

function breachSource({ settings, config }: Installation): BreachSource | null {
  switch (breachCheckOf(settings)) {
    case 'service':
      return {
        kind: 'service',
        address: settings.breachedPasswordService || breachedPasswordService,
      }
    case 'file':
      return config.breachedPasswordsFile
        ? { kind: 'file', path: config.breachedPasswordsFile }
        : null
    case 'off':
      return null
  }
}

/**
 * Why browsers refuse passkeys at the public address: they need a domain name, and https or `localhost` (WebAuthn Level 3
 * section 5.1.2).
 */
function obstacleToPasskeys({
  baseUrl,
}: Pick<Config, 'baseUrl'>): 'host_is_address' | 'not_secure_context' | null {
  const { protocol, hostname } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'host_is_address'
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? null : 'not_secure_context'
}

interface RelyingPartySource {
  readonly settings: Pick<SettingsRecord, 'passkeyRelyingPartyId'>
  readonly config: Pick<Config, 'baseUrl'>
}

/** The relying party of new passkeys: the configured name, else the host of the public address. */
export function relyingPartyId({ settings, config }: RelyingPartySource): string {
  return settings.passkeyRelyingPartyId || new URL(config.baseUrl).hostname
}

/** The domain of passkeys if it is a former one that does not contain the present address; null otherwise. */
export function formerPasskeyHost(installation: Installation): string | null {
  const name = relyingPartyId(installation)
  const { hostname } = new URL(installation.config.baseUrl)
  return hostname === name || hostname.endsWith(`.${name}`) ? null : name
}

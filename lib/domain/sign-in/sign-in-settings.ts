import { isIP } from 'node:net'
import { isServerAddress } from '#lib/base/network/server-address.ts'
import { isSharedParent } from '#lib/base/network/shared-hosting.ts'
import { splitWords, withoutFinalSlashes } from '#lib/base/text/text.ts'
import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { checkEmailDomains } from '../email/email-domains.ts'
import { invalidField } from '../values/validation.ts'
import {
  breachChecks,
  breachedPasswordService,
  isBreachCheck,
  isSignInPage,
  signInPages,
} from './sign-in-features.ts'

const switches = [
  'passkeysEnabled',
  'passkeyOfferEnabled',
  'recoveryCodesEnabled',
  'newSignInNoticeEnabled',
  'identityProvidersEnabled',
  'accountChooserEnabled',
  'registrationTrapFieldEnabled',
] as const

/** Lists of domains, separated by one space. */
const lists = ['registrationAllowedEmailDomains', 'registrationBlockedEmailDomains'] as const

/** The columns of this area. */
export const signInSettingsFields = [
  ...switches,
  'passkeyRelyingPartyId',
  'rememberBrowserDays',
  'registrationAllowedEmailDomains',
  'registrationBlockedEmailDomains',
  'breachedPasswordCheck',
  'breachedPasswordService',
  'signInPage',
] as const

export type SignInSettings = Pick<SettingsRecord, (typeof signInSettingsFields)[number]>

/** The features that are on in a new installation; an upgrade switches nothing on. */
export const initialSignInSettings = {
  recoveryCodesEnabled: true,
  newSignInNoticeEnabled: true,
} as const satisfies Partial<SignInSettings>

/** Fields as sent: absent and null keep the stored value. */
export type SentSignInSettings = {
  readonly [Name in keyof SignInSettings]?: SignInSettings[Name] | null | undefined
}

const maxRememberBrowserDays = 90

/**
 * Checks the sign-in settings.
 * @param baseUrl of this server
 * @returns the columns to change
 * @throws Refusal VALIDATION_ERROR
 */
export function checkSignInSettings(
  sent: SentSignInSettings,
  baseUrl: string,
): Partial<SignInSettings> {
  const change: Partial<SignInSettings> = {}
  for (const name of switches) {
    const value = sent[name]
    if (typeof value === 'boolean') change[name] = value
  }
  const days = sent.rememberBrowserDays
  if (typeof days === 'number') change.rememberBrowserDays = checkDays(days)
  for (const list of lists) {
    const value = sent[list]
    if (typeof value === 'string') change[list] = checkEmailDomains(list, splitWords(value))
  }
  const check = sent.breachedPasswordCheck
  if (typeof check === 'string') change.breachedPasswordCheck = checkBreachCheck(check)
  const service = sent.breachedPasswordService
  if (typeof service === 'string') change.breachedPasswordService = checkService(service, baseUrl)
  const page = sent.signInPage
  if (typeof page === 'string') change.signInPage = checkSignInPage(page)
  const name = sent.passkeyRelyingPartyId
  if (typeof name === 'string') change.passkeyRelyingPartyId = checkRelyingParty(name)
  return change
}

/**
 * Saves changed sign-in settings. Writes `updated_sign_in_settings` with the old and new values of the changes; nothing
 * when nothing changed.
 */
export async function saveSignInSettings(
  tx: AdminTx,
  change: Partial<SignInSettings>,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  const changed = signInSettingsFields.filter(
    (name) => change[name] !== undefined && change[name] !== before[name],
  )
  if (changed.length === 0) return before
  const pick = (row: Partial<SignInSettings>) =>
    Object.fromEntries(changed.map((name) => [name, row[name] ?? '']))
  audit(tx, 'updated_sign_in_settings', { loggedInUser, old: pick(before), new: pick(change) })
  return tx.store.settings.update(pick(change))
}

function checkDays(days: number): number {
  if (!Number.isInteger(days) || days < 0 || days > maxRememberBrowserDays) {
    throw invalidField('rememberBrowserDays', `must be between 0 and ${maxRememberBrowserDays}`)
  }
  return days
}

function checkBreachCheck(sent: string): string {
  if (isBreachCheck(sent)) return sent
  throw invalidField('breachedPasswordCheck', `must be ${breachChecks.join(', ')}`)
}

function checkSignInPage(sent: string): string {
  if (isSignInPage(sent)) return sent
  throw invalidField('signInPage', `must be ${signInPages.join(' or ')}`)
}

const maxServiceLength = 255

/** True for the address of a service that this server may use, without a query; a slash at the end does not matter. */
export function isBreachService(address: string, baseUrl: string): boolean {
  const isClean = !/[?#\s]/.test(address) && address.length <= maxServiceLength
  return isClean && isServerAddress(address, baseUrl)
}

/** The address without a slash at the end; empty for the service that is used if the settings name none. */
function checkService(sent: string, baseUrl: string): string {
  const address = withoutFinalSlashes(sent.trim())
  if (address === '' || address === breachedPasswordService) return ''
  if (isBreachService(address, baseUrl)) return address
  throw invalidField(
    'breachedPasswordService',
    'must be an https address without a query, such as https://api.pwnedpasswords.com',
  )
}

/** A domain name: browsers refuse anything else, and every name below which strangers have names. */
function checkRelyingParty(sent: string): string {
  const name = sent.trim().toLowerCase()
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
  const isAccepted = name === '' || name === 'localhost' || isName.test(name)
  if (!isAccepted || name.length > 253 || isIP(name) !== 0 || isSharedParent(name)) {
    throw invalidField('passkeyRelyingPartyId', 'must be a domain name such as example.com')
  }
  return name
}

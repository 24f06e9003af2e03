import { domainToASCII } from 'node:url'
import { refuse } from '#lib/answers/refusal.ts'
import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { invalidField } from '../values/validation.ts'
import { requireEmail } from './email-address.ts'

const maxDomains = 200
const name =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The columns that limit which addresses may register. */
type Lists = Pick<
  SettingsRecord,
  'registrationAllowedEmailDomains' | 'registrationBlockedEmailDomains'
>

/**
 * Checks a list of domains. `example.com` is that domain, `*.example.com` every one below it.
 * @returns as it is stored: in ASCII, each once, separated by one space
 * @throws Refusal VALIDATION_ERROR
 */
export function checkEmailDomains(field: keyof Lists, sent: readonly string[]): string {
  if (sent.length > maxDomains) throw invalidField(field, `must have at most ${maxDomains} domains`)
  const domains = sent.map((text) => {
    const [, wildcard = '', typed = ''] = /^(\*\.)?(.*)$/.exec(text.trim()) ?? []
    const domain = `${wildcard}${domainToASCII(typed.replace(/\.$/, '')) || typed}`.toLowerCase()
    if (domain.length > 253 || !name.test(domain)) {
      throw invalidField(field, 'must hold domains such as example.com or *.example.com')
    }
    return domain
  })
  return [...new Set(domains)].join(' ')
}

/** True for a list that `checkEmailDomains` accepts. */
export function areEmailDomains(sent: readonly string[]): boolean {
  try {
    checkEmailDomains('registrationAllowedEmailDomains', sent)
    return true
  } catch {
    return false
  }
}

/** The domains of a stored list. */
export function emailDomainsOf(stored: string): string[] {
  return splitWords(stored)
}

/** True when people may register with an address: its domain is allowed, if any are named, and not blocked. */
export function isDomainAllowed(settings: Lists, email: string): boolean {
  const domain = domainOf(email)
  const allowed = emailDomainsOf(settings.registrationAllowedEmailDomains)
  const isAllowed = allowed.length === 0 || allowed.some((one) => covers(one, domain))
  const blocked = emailDomainsOf(settings.registrationBlockedEmailDomains)
  return isAllowed && !blocked.some((one) => covers(one, domain))
}

/**
 * Refuses an address that users may not register with, or change to. Administrators may give it.
 * @param email normalized, checked
 * @throws Refusal validator.email.domain_not_allowed
 */
export function requireAllowedDomain({ settings }: Pick<Context, 'settings'>, email: string): void {
  if (isDomainAllowed(settings, email)) return
  throw refuse('validator.email.domain_not_allowed', { parameters: { domain: domainOf(email) } })
}

/**
 * Refuses an address that a person may not choose for an account.
 * @param email normalized
 * @throws Refusal validator.email.required, .invalid_format, .too_long, .domain_not_allowed
 */
export function requireChosenEmail(ctx: Pick<Context, 'settings'>, email: string): void {
  requireEmail(email)
  requireAllowedDomain(ctx, email)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

function covers(listed: string, domain: string): boolean {
  return listed.startsWith('*.') ? domain.endsWith(listed.slice(1)) : domain === listed
}

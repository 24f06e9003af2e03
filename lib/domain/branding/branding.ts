import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { hasEmailForm } from '../email/email-form.ts'
import { hasAngleBrackets } from '../values/forms.ts'
import { invalidField, requireCharactersAtMost, requireOneLine } from '../values/validation.ts'

/** The texts and closed words of the company's look; its images are in `branding-images.ts`. */
export const brandingFields = [
  'primaryColor',
  'primaryColorDark',
  'corners',
  'supportUrl',
  'privacyUrl',
  'termsUrl',
  'statusUrl',
  'footerText',
] as const

export type BrandingSettings = Pick<SettingsRecord, (typeof brandingFields)[number]>

/** Absent fields stay as they are. */
export type SentBranding = { readonly [Name in keyof BrandingSettings]?: string | undefined }

/** Accepted values of `corners`; `theme` leaves them to the theme. */
const cornerStyles = ['theme', 'square', 'soft', 'round'] as const

const maxLinkLength = 256
const maxFooterLength = 200

/**
 * Checks the values that were sent. Only what cannot become mark-up, a style or a script is accepted: six digits of a
 * color, a word of a list, https addresses (or a mail address for help), one line of text.
 * @returns the values to store, without absent ones
 * @throws Refusal VALIDATION_ERROR
 */
export function checkBranding(sent: SentBranding): Partial<BrandingSettings> {
  const values = Object.entries(sent).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [[field, checks[field as keyof BrandingSettings](value.trim(), field)]],
  )
  return Object.fromEntries(values) as Partial<BrandingSettings>
}

/** Saves the fields that differ, with `updated_branding` for them; without one, nothing is written. */
export async function saveBranding(
  tx: AdminTx,
  values: Partial<BrandingSettings>,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const before = await tx.store.settings.lock()
  const changed = (Object.keys(values) as (keyof BrandingSettings)[]).filter(
    (field) => values[field] !== before[field],
  )
  if (changed.length === 0) return before
  const pick = (row: Partial<BrandingSettings>) =>
    Object.fromEntries(changed.map((field) => [field, row[field] ?? '']))
  audit(tx, 'updated_branding', { loggedInUser, old: pick(before), new: pick(values) })
  return tx.store.settings.update(pick(values))
}

type Check = (value: string, field: string) => string

const checks: Readonly<Record<keyof BrandingSettings, Check>> = {
  primaryColor: checkColor,
  primaryColorDark: checkColor,
  corners: checkCorners,
  supportUrl: (value, field) =>
    isMailto(value) ? checkLength(value, field) : checkLink(value, field),
  privacyUrl: checkLink,
  termsUrl: checkLink,
  statusUrl: checkLink,
  footerText: checkFooter,
}

function checkColor(value: string, field: string): string {
  const color = value.toLowerCase()
  if (color !== '' && !/^#[0-9a-f]{6}$/.test(color)) {
    throw invalidField(field, 'must be empty or a color such as #3350d0')
  }
  return color
}

function checkCorners(value: string, field: string): string {
  if (!cornerStyles.some((style) => style === value)) {
    throw invalidField(field, `must be one of ${cornerStyles.join(', ')}`)
  }
  return value
}

/** `URL` would repair invalid input; a name before the host would hide where the link leads. */
function checkLink(value: string, field: string): string {
  checkLength(value, field)
  const isLink = /^https:\/\/[^\s<>"@\\]+(?:[/?#][^\s<>"]*)?$/i.test(value) && URL.canParse(value)
  if (value !== '' && !isLink) throw invalidField(field, 'is not an https address')
  return value
}

/** Only an address: fields after it could fill in a message. */
function isMailto(value: string): boolean {
  const [, address] = /^mailto:([^?]+)$/i.exec(value) ?? []
  return address !== undefined && hasEmailForm(address)
}

function checkLength(value: string, field: string): string {
  requireCharactersAtMost(value, maxLinkLength, field)
  return value
}

function checkFooter(value: string, field: string): string {
  requireCharactersAtMost(value, maxFooterLength, field)
  requireOneLine(value, field)
  if (hasAngleBrackets(value)) throw invalidField(field, 'may not contain < or >')
  return value
}

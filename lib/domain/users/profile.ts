import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { refuse } from '#lib/answers/refusal.ts'
import { codePoints } from '#lib/base/text/text.ts'
import { plainName, withoutInvisible } from '#lib/base/text/typed.ts'
import { readCalendarDay } from '#lib/base/time/calendar-day.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { requireCharactersAtMost } from '../values/validation.ts'
import { isLocale } from './locales.ts'
import { countryOfZone, isTimeZone } from './time-zones.ts'

export interface Names {
  readonly givenName: string
  readonly middleName: string
  readonly familyName: string
}

/** A profile as sent; '' clears a field. */
export interface Profile extends Names {
  readonly username: string
  readonly nickname: string
  readonly website: string
  /** `female`, `male`, `other`, or their numbers 0, 1, 2. */
  readonly gender: string
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string
  readonly zoneInfoCountryName: string
  readonly zoneInfo: string
  readonly locale: string
}

export interface ProfileColumns extends Omit<Profile, 'dateOfBirth'> {
  readonly usernameKey: string | null
  readonly birthDate: string | null
}

const maxWebsiteLength = 96
const maxCountryNameLength = 128
const handle = /^[a-zA-Z][a-zA-Z0-9_]{1,23}$/
const maxNameLength = 64
/** Control characters, line breaks, `<` and `>`, and unpaired surrogates. */
const notInNames = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}<>]/u
const website = /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:\/\S*)?$/i
const genders = ['female', 'male', 'other'] as const

/** In the order of their checks. */
const nameParts: readonly [keyof Names, CatalogKey][] = [
  ['givenName', 'validator.profile.given_name_invalid'],
  ['middleName', 'validator.profile.middle_name_invalid'],
  ['familyName', 'validator.profile.family_name_invalid'],
]

/**
 * Checks the parts of a name: each is empty, or 1 to 64 code points without control characters, `<` and `>`.
 * @returns the parts to store: trimmed, and without invisible characters other than joiners
 * @throws Refusal validator.profile.given_name_invalid, .middle_name_invalid, .family_name_invalid
 */
export function checkNames(sent: Names): Names {
  const names: Names = {
    givenName: plainName(sent.givenName),
    middleName: plainName(sent.middleName),
    familyName: plainName(sent.familyName),
  }
  for (const [part, key] of nameParts) requireName(names[part], key)
  return names
}

/**
 * Checks a profile, field by field in the order of the form.
 * @param userId owner of the profile, who may keep the username
 * @returns the columns to store, trimmed
 * @throws Refusal validator.profile.*; VALIDATION_ERROR (name of the zone's country over 128)
 */
export async function checkProfile(
  ctx: Context,
  sent: Profile,
  userId: number,
): Promise<ProfileColumns> {
  const username = sent.username.trim()
  const usernameKey = username === '' ? null : username.toLowerCase()
  if (usernameKey !== null) {
    const isTaken = await ctx.store.users.isUsernameTaken(usernameKey, userId)
    if (isTaken) throw refuse('validator.profile.username_taken')
    if (!handle.test(username)) throw refuse('validator.profile.username_invalid')
  }
  const names = checkNames(sent)
  const nickname = plainName(sent.nickname)
  requireName(nickname, 'validator.profile.nickname_invalid')
  return {
    username,
    usernameKey,
    ...names,
    nickname,
    website: checkWebsite(sent.website.trim()),
    gender: checkGender(sent.gender.trim()),
    birthDate: checkBirthDate(ctx, sent.dateOfBirth.trim()),
    ...checkPlace(sent),
  }
}

/** Fields of a profile that can be checked on their own. */
export const singleFields = [
  'givenName',
  'middleName',
  'familyName',
  'nickname',
  'website',
  'gender',
  'dateOfBirth',
  'zoneInfo',
  'locale',
] as const

export type SingleField = (typeof singleFields)[number]

/** The columns of a checked field. */
export type FieldColumns = Partial<Omit<ProfileColumns, 'username' | 'usernameKey'>>

/**
 * Checks one field of a profile by itself.
 * @param sent '' clears the field
 * @returns the columns to store
 * @throws Refusal validator.profile.*
 */
export function checkField(
  ctx: Pick<Context, 'now'>,
  field: SingleField,
  sent: string,
): FieldColumns {
  const text = sent.trim()
  switch (field) {
    case 'website':
      return { website: checkWebsite(text) }
    case 'gender':
      return { gender: checkGender(text) }
    case 'dateOfBirth':
      return { birthDate: checkBirthDate(ctx, text) }
    case 'zoneInfo': {
      if (text !== '' && !isTimeZone(text)) throw refuse('validator.profile.zone_info_invalid')
      return { zoneInfo: text, zoneInfoCountryName: text && countryOfZone(text, '') }
    }
    case 'locale':
      if (text !== '' && !isLocale(text)) throw refuse('validator.profile.locale_invalid')
      return { locale: text }
    default: {
      const name = plainName(sent)
      requireName(name, nameKeys[field])
      return { [field]: name }
    }
  }
}

const nameKeys = {
  givenName: 'validator.profile.given_name_invalid',
  middleName: 'validator.profile.middle_name_invalid',
  familyName: 'validator.profile.family_name_invalid',
  nickname: 'validator.profile.nickname_invalid',
} as const satisfies Partial<Record<SingleField, CatalogKey>>

/**
 * Turns a unique violation, from a write that lost the race for a username, into a refusal; rethrows any other error.
 * Use it only where nothing else in the transaction can violate a unique constraint.
 * @throws Refusal validator.profile.username_taken
 */
export function refuseTakenUsername(error: unknown): never {
  if (isUniqueViolation(error)) throw refuse('validator.profile.username_taken', { cause: error })
  throw error
}

/** @param name from `plainName`; '' means no name, which is allowed */
function requireName(name: string, key: CatalogKey): void {
  if (name === '') return
  const isSeen = withoutInvisible(name) !== ''
  if (!isSeen || codePoints(name) > maxNameLength || notInNames.test(name)) throw refuse(key)
}

function checkWebsite(address: string): string {
  if (address === '') return ''
  if (!website.test(address)) throw refuse('validator.profile.website_invalid')
  if (codePoints(address) > maxWebsiteLength) {
    const parameters = { max: maxWebsiteLength }
    throw refuse('validator.profile.website_too_long', { parameters })
  }
  return address
}

function checkGender(sent: string): string {
  if (sent === '') return ''
  const word = /^[0-2]$/.test(sent) ? genders[Number(sent)] : genders.find((one) => one === sent)
  if (!word) throw refuse('validator.profile.gender_invalid')
  return word
}

/** Accepts tomorrow in UTC, because it may already be that date somewhere on earth. */
function checkBirthDate(ctx: Pick<Context, 'now'>, date: string): string | null {
  if (date === '') return null
  if (!readCalendarDay(date)) throw refuse('validator.profile.dob_invalid_format')
  const tomorrow = addSeconds(ctx.now, daySeconds).toISOString().slice(0, 10)
  if (date > tomorrow) throw refuse('validator.profile.dob_in_future')
  return date
}

function checkPlace(sent: Profile): Pick<Profile, 'zoneInfoCountryName' | 'zoneInfo' | 'locale'> {
  const zoneInfoCountryName = sent.zoneInfoCountryName.trim()
  const zoneInfo = sent.zoneInfo.trim()
  const locale = sent.locale.trim()
  if (zoneInfo !== '' && !isTimeZone(zoneInfo)) throw refuse('validator.profile.zone_info_invalid')
  if (locale !== '' && !isLocale(locale)) throw refuse('validator.profile.locale_invalid')
  requireCharactersAtMost(zoneInfoCountryName, maxCountryNameLength, 'zoneInfoCountryName')
  return { zoneInfoCountryName, zoneInfo, locale }
}

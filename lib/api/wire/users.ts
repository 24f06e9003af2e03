import type { z } from 'zod'
import type { foundUser, user } from '#lib/api/contract/models/users.ts'
import type { FoundUser } from '#lib/persistence/search/user-search.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import type { ListedUser } from '#lib/persistence/users/listed-users.ts'

/** A user on the wire, column by column, so that no secret can slip in. */
export function userToWire(record: UserRecord): z.input<typeof user> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    enabled: record.enabled,
    subject: record.subject,
    username: record.username,
    givenName: record.givenName,
    middleName: record.middleName,
    familyName: record.familyName,
    nickname: record.nickname,
    website: record.website,
    gender: asGender(record.gender),
    email: record.email,
    emailVerified: record.emailVerified,
    zoneInfoCountryName: record.zoneInfoCountryName,
    zoneInfo: record.zoneInfo,
    locale: record.locale,
    birthDate: record.birthDate === null ? null : `${record.birthDate}T00:00:00Z`,
    phoneNumberCountryUniqueId: record.phoneNumberCountryUniqueId,
    phoneNumberCountryCallingCode: record.phoneNumberCountryCallingCode,
    phoneNumber: record.phoneNumber,
    phoneNumberVerified: record.phoneNumberVerified,
    addressLine1: record.addressLine1,
    addressLine2: record.addressLine2,
    addressLocality: record.addressLocality,
    addressRegion: record.addressRegion,
    addressPostalCode: record.addressPostalCode,
    addressCountry: record.addressCountry,
    otpEnabled: record.otpEnabled,
  }
}

export function foundUserToWire(record: FoundUser): z.input<typeof foundUser> {
  const { id, email, emailVerified, username, givenName, familyName, enabled, subject } = record
  return { id, email, emailVerified, username, givenName, familyName, enabled, subject }
}

/** What `details` adds of the record itself. */
export function userDetailsToWire(record: ListedUser) {
  return {
    createdAt: record.createdAt.toISOString(),
    lastSignInAt: record.lastSignInAt?.toISOString() ?? null,
    twoFactor: record.otpEnabled,
    locale: record.locale,
    phone: [record.phoneNumberCountryCallingCode, record.phoneNumber].filter(Boolean).join(' '),
  }
}

/** Any other stored value counts as unset. */
function asGender(stored: string): '' | 'female' | 'male' | 'other' {
  return stored === 'female' || stored === 'male' || stored === 'other' ? stored : ''
}

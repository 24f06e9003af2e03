import { z } from 'zod'
import { timestamp } from '../common.ts'
import { group } from './groups.ts'
import { permission } from './permissions.ts'
import { userAttribute } from './user-attributes.ts'

/** A user (specification, "User"); never a password, a secret or a pending code. */
export const user = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    enabled: z.boolean(),
    subject: z.uuid().describe('The `sub` claim.'),
    username: z.string(),
    givenName: z.string(),
    middleName: z.string(),
    familyName: z.string(),
    nickname: z.string(),
    website: z.string(),
    gender: z.enum(['', 'female', 'male', 'other']),
    email: z.string(),
    emailVerified: z.boolean(),
    zoneInfoCountryName: z.string(),
    zoneInfo: z.string(),
    locale: z.string(),
    birthDate: timestamp.nullable().describe('Midnight UTC of the date.'),
    phoneNumberCountryUniqueId: z.string(),
    phoneNumberCountryCallingCode: z.string(),
    phoneNumber: z.string(),
    phoneNumberVerified: z.boolean(),
    addressLine1: z.string(),
    addressLine2: z.string(),
    addressLocality: z.string(),
    addressRegion: z.string(),
    addressPostalCode: z.string(),
    addressCountry: z.string().describe('ISO 3166-1 alpha-2, or empty.'),
    otpEnabled: z.boolean(),
  })
  .meta({ id: 'User' })

/** A user with what belongs to it; permissions are its own, not those of its groups. */
export const userDetails = user
  .extend({
    groups: z.array(group),
    permissions: z.array(permission),
    attributes: z.array(userAttribute),
  })
  .meta({ id: 'UserDetails' })

/** A user as a search finds it; the flags only where the search asked for them. */
export const foundUser = z
  .object({
    id: z.int(),
    email: z.string(),
    emailVerified: z.boolean(),
    username: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    enabled: z.boolean(),
    subject: z.uuid(),
    inGroup: z.boolean().optional().describe('With `annotateGroupMembership`.'),
    hasPermission: z.boolean().optional().describe('With `annotatePermissionId`; direct only.'),
  })
  .meta({ id: 'FoundUser' })

/** A code for somebody to enter who proves an email address (specification, "Other shapes"). */
export const verificationCode = z
  .object({
    verificationCode: z.string(),
    verificationCodeExpiresAt: timestamp,
    userId: z.int(),
    email: z.string(),
  })
  .meta({ id: 'VerificationCode' })

import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'
import { group } from './groups.ts'
import { permission } from './permissions.ts'
import { userAttribute } from './user-attributes.ts'

/** A user (docs/specification.md "User"), never with a password, a secret or a pending code. */
export const user = z
  .object({
    ...recordFields,
    enabled: z
      .boolean()
      .describe('Whether the user may sign in; disabling ends all sessions and tokens.'),
    subject: z.uuid().describe('The `sub` claim.'),
    username: z.string().describe('The claim `preferred_username`; may be empty.'),
    givenName: z.string().describe('The claim `given_name`; may be empty.'),
    middleName: z.string().describe('The claim `middle_name`; may be empty.'),
    familyName: z.string().describe('The claim `family_name`; may be empty.'),
    nickname: z.string().describe('The claim `nickname`; may be empty.'),
    website: z.string().describe('Web page of the user, the claim `website`; may be empty.'),
    gender: z
      .enum(['', 'female', 'male', 'other'])
      .describe('The claim `gender`; empty when it is not said.'),
    email: z
      .string()
      .meta({ format: 'email' })
      .describe('Email address that the user signs in with, stored in lower case; unique.'),
    emailVerified: z
      .boolean()
      .describe('Whether the address is proven to be the user’s: the claim `email_verified`.'),
    zoneInfoCountryName: z
      .string()
      .describe('English name of the country that `zoneInfo` was chosen for; may be empty.'),
    zoneInfo: z
      .string()
      .describe('IANA name of the time zone, the claim `zoneinfo`; may be empty.'),
    locale: z
      .string()
      .describe(
        'BCP 47 tag of the language that messages and account pages are in, the claim `locale`; may be empty.',
      ),
    birthDate: timestamp
      .nullable()
      .describe('Date of birth as midnight UTC; null when it is not said.'),
    phoneNumberCountryUniqueId: z
      .string()
      .describe('Country of the phone number: a `uniqueId` of the phone countries, or empty.'),
    phoneNumberCountryCallingCode: z
      .string()
      .describe('Calling code of that country, with `+`; or empty.'),
    phoneNumber: z
      .string()
      .describe(
        'National significant number of the phone number; may be empty. Numbers stored earlier are as they were typed.',
      ),
    phoneNumberVerified: z
      .boolean()
      .describe('Whether the number is known to be the user’s: the claim `phone_number_verified`.'),
    addressLine1: z.string().describe('First line of the postal address; may be empty.'),
    addressLine2: z.string().describe('Second line of the postal address; may be empty.'),
    addressLocality: z.string().describe('Town of the postal address; may be empty.'),
    addressRegion: z.string().describe('State or region of the postal address; may be empty.'),
    addressPostalCode: z.string().describe('Postal code of the postal address; may be empty.'),
    addressCountry: z
      .string()
      .meta({ pattern: '^([A-Z]{2})?$' })
      .describe('Country of the postal address: ISO 3166-1 alpha-2, or empty.'),
    otpEnabled: z.boolean().describe('Whether two-factor authentication is on.'),
  })
  .meta({ id: 'User' })

/** A user with dependents; permissions are direct ones, without those of groups. */
export const userDetails = user
  .extend({
    groups: z.array(group).describe('Groups that the user is a member of, by identifier.'),
    permissions: z
      .array(permission)
      .describe('Permissions that the user holds directly, not through a group.'),
    attributes: z.array(userAttribute).describe('The user’s own attributes, not those of groups.'),
  })
  .meta({ id: 'UserDetails' })

/** A user in search results; the flags only when the search requested them. */
export const foundUser = user
  .pick({
    id: true,
    email: true,
    emailVerified: true,
    username: true,
    givenName: true,
    familyName: true,
    enabled: true,
    subject: true,
  })
  .extend({
    inGroup: z
      .boolean()
      .optional()
      .describe('With `annotateGroupMembership`: whether the user is a member of that group.'),
    hasPermission: z
      .boolean()
      .optional()
      .describe(
        'With `annotatePermissionId`: whether the user holds that permission; direct only.',
      ),
    createdAt: timestamp.optional().describe('With `details`: when the user was created.'),
    lastSignInAt: timestamp
      .nullable()
      .optional()
      .describe(
        'With `details`: when the user last entered a credential, to the minute. Null: never, or before this was recorded.',
      ),
    twoFactor: z.boolean().optional().describe('With `details`: two-factor authentication is on.'),
    administrator: z
      .boolean()
      .optional()
      .describe('With `details`: holds an administrative permission, directly or through a group.'),
    groups: z
      .array(z.string())
      .optional()
      .describe('With `details`: the first three groups by identifier.'),
    groupCount: z.int().optional().describe('With `details`: how many groups the user is in.'),
    locale: z.string().optional().describe('With `details`: the claim `locale`; may be empty.'),
    phone: z
      .string()
      .optional()
      .describe('With `details`: calling code and number, as in the claim; may be empty.'),
  })
  .meta({ id: 'FoundUser' })

/** A code that a user enters to verify an email address (docs/specification.md "Other shapes"). */
export const verificationCode = z
  .object({
    verificationCode: z
      .string()
      .describe('Three letters and three digits for the user to enter; it is told this once.'),
    verificationCodeExpiresAt: timestamp.describe('Five minutes after the code was made.'),
    userId: z.int().describe('The `id` of the user.'),
    email: z.string().describe('The address that the code proves.'),
  })
  .meta({ id: 'VerificationCode' })

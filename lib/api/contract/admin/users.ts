import { z } from 'zod'
import {
  byId,
  describedBy,
  flag,
  id,
  pageInfo,
  paging,
  required,
  success,
  text,
} from '../common.ts'
import { define } from '../define.ts'
import { listedIdsField, listParts, moment, sorting, yesOrNo } from '../list-parameters.ts'
import { passwordErrors, profileFields } from '../models/user-fields.ts'
import { foundUser, user, userDetails } from '../models/users.ts'

export const searchUsers = define({
  id: 'searchUsers',
  method: 'GET',
  path: '/api/v1/admin/users/search',
  access: 'users',
  summary: 'Search users by email, username, name or subject',
  query: z.object({
    query: z
      .string()
      .optional()
      .describe(
        'Words; each must be a part of the email, username, names or subject, without case and accents. Empty finds everybody.',
      ),
    ...paging(),
    annotateGroupMembership: id
      .optional()
      .describe('A group: each user found says whether it is a member.'),
    annotatePermissionId: id
      .optional()
      .describe('A permission: each user found says whether it holds it itself.'),
    ...sorting(
      ['name', 'email', 'lastSignInAt', 'createdAt'],
      'What the users are sorted by; without it by given name. With `name`, the nameless come last.',
    ),
    enabled: yesOrNo('Only users who may, or may not, sign in.'),
    emailVerified: yesOrNo('Only users whose address is, or is not, proven.'),
    twoFactor: yesOrNo('Only users with, or without, two-factor authentication.'),
    passkey: yesOrNo('Only users with, or without, a passkey.'),
    administrator: yesOrNo('Only users who hold, or do not hold, an administrative permission.'),
    group: id.optional().describe('Only members of this group.'),
    permission: id
      .optional()
      .describe('Only holders of this permission, directly or through a group.'),
    createdSince: moment('Only users created at this time or later.'),
    createdBefore: moment('Only users created before this time.'),
    signedInSince: moment('Only users who signed in at this time or later.'),
    signedInBefore: moment('Only users who last signed in before this time, or never.'),
    neverSignedIn: yesOrNo('Only users without, or with, a recorded sign-in.'),
    ...listParts,
    details: yesOrNo('With `true`: adds the fields from `createdAt` on to every user.'),
  }),
  response: z.object({ users: z.array(foundUser), ...listedIdsField, ...pageInfo }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const getUser = define({
  id: 'getUser',
  method: 'GET',
  path: '/api/v1/admin/users/{id}',
  access: 'users',
  summary: 'Read a user with groups, own permissions and attributes',
  params: byId,
  response: z.object({ user: userDetails }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const createUser = define({
  id: 'createUser',
  method: 'POST',
  path: '/api/v1/admin/users/create',
  access: 'users',
  summary: 'Create a user',
  body: z.object({
    ...describedBy(user, {
      email: required(text()).describe('At most 60 characters.'),
      emailVerified: flag(),
    }),
    ...profileFields.pick({ givenName: true, middleName: true, familyName: true }).shape,
    setPasswordType: text().describe(
      '`now` (also when empty) or `email`, which sends the user a link to set a password.',
    ),
    password: text().describe(
      'As the password policy demands; needed unless `setPasswordType` is `email`.',
    ),
  }),
  status: 201,
  response: z.object({ user }),
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.email.invalid_format',
    'EMAIL_TOO_LONG',
    'validator.profile.given_name_invalid',
    'validator.profile.middle_name_invalid',
    'validator.profile.family_name_invalid',
    'SMTP_NOT_ENABLED',
    ...passwordErrors,
    'EMAIL_ALREADY_EXISTS',
  ],
})

export const deleteUser = define({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/admin/users/{id}',
  access: 'users',
  summary: 'Delete a user and all that is theirs',
  params: byId,
  response: success,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED', 'LAST_ADMINISTRATOR'],
})

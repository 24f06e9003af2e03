import { z } from 'zod'
import { timestamp } from '../common.ts'
import { permission } from './permissions.ts'
import { user } from './users.ts'

/** A group by its name. */
export const groupName = z
  .object({
    id: z.int().describe('The `id` of the group.'),
    groupIdentifier: z.string().describe('Name of the group.'),
  })
  .meta({ id: 'GroupName' })

/** How a user has a permission. */
export const holderSource = z.enum(['direct', 'group'])

/** One way in which a user has a permission. */
export const permissionSource = z
  .object({
    kind: holderSource.describe('Given to the user directly, or through a group.'),
    group: groupName.nullable().describe('The group; null for a direct grant.'),
    since: timestamp.describe('When the user has it in this way.'),
  })
  .meta({ id: 'PermissionSource' })

export const effectivePermission = permission
  .extend({
    scope: z.string().describe('The scope `resource:permission`.'),
    administrative: z.boolean().describe('Whether it makes its holder an administrator.'),
    sources: z.array(permissionSource).describe('Direct first, then groups by name.'),
  })
  .meta({ id: 'EffectivePermission' })

const included = {
  inIdToken: z.boolean().describe('Whether ID tokens and UserInfo carry it.'),
  inAccessToken: z.boolean().describe('Whether access tokens carry it.'),
}

export const effectiveGroup = groupName
  .extend({ description: z.string().describe('What the group is; may be empty.'), ...included })
  .meta({ id: 'EffectiveGroup' })

export const effectiveAttribute = z
  .object({
    key: z.string().describe('Member of the claim `attributes`.'),
    value: z.string().describe('Its value.'),
    group: groupName.nullable().describe('Where it comes from; null for the user’s own.'),
    ...included,
    overriddenBy: groupName
      .nullable()
      .describe('The group whose attribute with the same key takes its place in a token.'),
  })
  .meta({ id: 'EffectiveAttribute' })

const claims = z.record(z.string(), z.unknown()).nullable()

/** What a client receives when the user signs in. */
export const tokenPreview = z
  .object({
    id: z.int().describe('The `id` of the client.'),
    clientIdentifier: z.string().describe('The `client_id` of the client.'),
    usable: z.boolean().describe('Whether the client can get tokens for the user now.'),
    reasons: z
      .array(z.enum(['user_disabled', 'client_disabled', 'no_user_flow']))
      .describe('Why not; empty when it can.'),
    consented: z
      .object({
        grantedAt: timestamp.describe('When the user approved them.'),
        scopes: z.array(z.string()).describe('The approved scopes.'),
      })
      .nullable()
      .describe('What the user approved last; null without an answer.'),
    wouldAsk: z.boolean().describe('Whether the next sign-in shows the consent page.'),
    scopes: z.array(z.string()).describe('The scopes that are granted.'),
    missing: z
      .array(
        z.object({
          scope: z.string().describe('The scope as it was asked for, or `resource:permission`.'),
          reason: z
            .enum([
              'not_requested',
              'unknown',
              'not_held',
              'not_allowed',
              'administrative_not_allowed',
              'not_consented',
            ])
            .describe('Why it is not granted.'),
        }),
      )
      .describe('Scopes that were asked for or that the user holds, and why they are not granted.'),
    idToken: claims.describe('Claims of the ID token; null when there is none.'),
    accessToken: claims.describe('Claims of the access token; null when there is none.'),
    userInfo: claims.describe('Answer of UserInfo; null without `openid`.'),
  })
  .meta({ id: 'TokenPreview' })

/** The name and address of a user, for lists that name people. */
export const person = user
  .pick({
    id: true,
    email: true,
    givenName: true,
    middleName: true,
    familyName: true,
    locale: true,
    subject: true,
  })
  .meta({ id: 'Person' })

const name = user.pick({
  ...{ id: true, email: true, givenName: true, middleName: true, familyName: true },
  ...{ locale: true, subject: true },
  ...{ emailVerified: true, username: true, enabled: true, otpEnabled: true },
})

/** A user in a list of holders. */
export const holdingUser = name
  .extend({ sources: z.array(permissionSource).describe('Direct first, then groups by name.') })
  .meta({ id: 'HoldingUser' })

export const holdingGroup = groupName
  .extend({
    description: z.string().describe('What the group is; may be empty.'),
    since: timestamp.describe('When the group got the permission.'),
  })
  .meta({ id: 'HoldingGroup' })

/** What lists of people tell of a client. */
const clientName = z.object({
  id: z.int().describe('The `id` of the client.'),
  clientIdentifier: z.string().describe('The `client_id` of the client.'),
  displayName: z.string().describe('Name for people; may be empty.'),
  enabled: z.boolean().describe('Whether the client is enabled.'),
})

export const holdingClient = clientName
  .extend({ since: timestamp.describe('When the client got the permission.') })
  .meta({ id: 'HoldingClient' })

/** Of a list with entries of three kinds, only the wanted kind is filled. */
export const holderKind = z.enum(['user', 'group', 'client'])

/** Numbers of holders by kind. */
export const holderCounts = z
  .object({
    users: z.int().describe('Users, directly or through a group, each once.'),
    groups: z.int().describe('Groups, whether or not they have members.'),
    clients: z.int().describe('Clients, disabled ones included.'),
  })
  .meta({ id: 'HolderCounts' })

const role = z
  .object({
    permissionIdentifier: z
      .string()
      .describe('An administrative permission of the resource `authserver`.'),
    ...permissionSource.shape,
  })
  .meta({ id: 'AdministrativeRole' })

export const administratorUser = name
  .extend({
    roles: z.array(role).describe('Administrative permissions, each with its source.'),
    lastSignInAt: timestamp
      .nullable()
      .describe('When the user last signed in; null when that is not recorded.'),
  })
  .meta({ id: 'AdministratorUser' })

const permissionIdentifiers = z
  .array(z.string())
  .describe('Administrative permissions of the resource `authserver`.')

export const administratorGroup = groupName
  .extend({
    description: z.string().describe('What the group is; may be empty.'),
    memberCount: z.int().describe('How many users are members, disabled ones included.'),
    permissionIdentifiers,
  })
  .meta({ id: 'AdministratorGroup' })

export const administratorClient = clientName
  .extend({
    permissionIdentifiers,
    administrativeScopesAllowed: z
      .boolean()
      .describe('Whether it may request administrative scopes for users.'),
  })
  .meta({ id: 'AdministratorClient' })

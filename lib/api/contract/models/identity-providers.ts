import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'

const presets = ['oidc', 'google', 'microsoft', 'gitlab', 'github'] as const

export const identityProvider = z
  .object({
    ...recordFields,
    alias: z
      .string()
      .describe(
        'Names it in the redirect URI and never changes: 2 to 30 lower-case letters, digits and hyphens, first a letter.',
      ),
    redirectUri: z.string().describe('The address to register at the provider.'),
    preset: z
      .enum(presets)
      .describe(
        'What kind of server it is: another OpenID provider, Google, Microsoft, GitLab or GitHub.',
      ),
    displayName: z.string().describe('What the button says; at most 40 characters.'),
    enabled: z.boolean().describe('Whether people can use it. At first false.'),
    issuer: z
      .string()
      .describe(
        'The issuer as the provider writes it. Microsoft: with the tenant’s id, `common`, `organizations` or ' +
          '`consumers`. GitHub: the address of its host. Left out: that of the public service.',
      ),
    clientId: z.string().describe('The client ID that the provider gave this server.'),
    hasClientSecret: z.boolean().describe('Whether a client secret is stored.'),
    secretExpiresAt: z
      .string()
      .describe('The last day of the secret, `YYYY-MM-DD`; empty: unknown.'),
    tokenEndpointAuthMethod: z
      .enum(['client_secret_basic', 'client_secret_post', 'none'])
      .describe('How the secret is sent.'),
    scopes: z.string().describe('Scopes to ask for, separated by spaces.'),
    parameters: z
      .record(z.string(), z.string())
      .describe('At most ten further parameters of the authorization request.'),
    position: z.int().describe('Its place on the sign-in page.'),
    shownOnSignIn: z.boolean().describe('Whether the sign-in page has its button. At first true.'),
    createUsers: z
      .enum(['never', 'domains', 'any'])
      .describe('Who gets an account at the first sign-in. At first `never`.'),
    linking: z
      .enum(['off', 'ask', 'trusted'])
      .describe(
        'What happens when the address has an account: refused, its owner signs in to it once, or linked at once if ' +
          'the domain is the provider’s and the user no administrator. At first `ask`.',
      ),
    emailTrust: z
      .enum(['preset', 'never', 'always'])
      .describe('Whether the provider’s word proves an address. At first as the preset demands.'),
    secondFactor: z
      .enum(['ours', 'claimed', 'always'])
      .describe('Whether a sign-in there is both factors: never, when it claims so, or always.'),
    secondFactorValues: z.string().describe('Values of `amr` or `acr` that claim it.'),
    mapping: z
      .object({
        profile: z
          .record(z.string(), z.string())
          .describe(
            'Fields of the profile (givenName, middleName, familyName, nickname, website, gender, dateOfBirth, ' +
              'zoneInfo, locale), and the claims that fill them. Nested claims are named with dots.',
          ),
        groupsClaim: z.string().describe('The claim that names groups; empty: none does.'),
        groups: z
          .record(z.string(), z.int())
          .describe(
            'Values of that claim, and the id of the group that each means: people join and leave these groups at every ' +
              'sign-in. Never a group with a permission of administrators.',
          ),
      })
      .describe('What is taken over from the claims. Email address and username never are.'),
    mappedGroups: z
      .record(z.string(), z.string())
      .describe('The identifiers of the mapped groups, by the values that mean them.'),
    syncProfile: z
      .enum(['creation', 'always', 'never'])
      .describe(
        'When the profile is taken over: with a new account (at first), at every sign-in, or never.',
      ),
    domains: z
      .array(z.string())
      .describe('Domains of addresses whose people use it; no two providers have the same.'),
    links: z.int().describe('How many people are connected.'),
    dependents: z
      .int()
      .nullable()
      .describe('How many of them have no other way to sign in; null in lists.'),
    lastFailure: z.string().describe('What last went wrong, in one word; empty: nothing.'),
    lastFailureAt: timestamp.nullable().describe('When that was.'),
    groupsMissing: z
      .int()
      .describe(
        'Sign-ins whose claims did not say the groups, since the provider was last changed; groups stayed.',
      ),
    groupsMissingAt: timestamp.nullable().describe('When the last one was.'),
    groupsMissingWhy: z
      .enum(['', 'absent', 'elsewhere', 'too_many', 'unreadable'])
      .describe(
        'Why: the claim is absent, it is to be fetched elsewhere, the provider left out a long list, or it is no list of ' +
          'texts. Empty: there was none.',
      ),
  })
  .meta({ id: 'IdentityProvider' })

export const userIdentity = z
  .object({
    id: z.int().describe('Names it at the other operations.'),
    provider: z.string().describe('The alias of the provider.'),
    providerName: z.string().describe('The name of the provider.'),
    preset: z.enum(presets).describe('What kind of server it is.'),
    email: z.string().describe('The address as the provider last named it; empty: unknown.'),
    createdAt: timestamp.describe('When it was connected.'),
    lastUsedAt: timestamp.nullable().describe('When it last signed the user in; null: never.'),
    usable: z.boolean().describe('Whether the provider can be used now.'),
  })
  .meta({ id: 'UserIdentity' })

export const connectableProvider = z
  .object({
    alias: z.string().describe('Names it.'),
    name: z.string().describe('Its name.'),
    preset: z.enum(presets).describe('What kind of server it is.'),
  })
  .meta({ id: 'ConnectableProvider' })

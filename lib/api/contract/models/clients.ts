import { z } from 'zod'
import { recordFields, timestamp } from '../common.ts'
import { approvals } from './client-registration.ts'

const { id, createdAt, updatedAt } = recordFields
const clientId = z.int().describe('The `id` of the client.')

const redirectUri = z
  .object({
    id,
    createdAt,
    uri: z.string().describe('Address that a browser may be sent back to after signing in or out.'),
    clientId,
  })
  .meta({ id: 'RedirectURI' })

const webOrigin = z
  .object({
    id,
    createdAt,
    origin: z
      .string()
      .describe(
        'Scheme, host and, unless it is the default one, port, such as `https://a.example`.',
      ),
    clientId,
  })
  .meta({ id: 'WebOrigin' })

/** Includes claims in a token always, never, or as the settings say. */
const claimsSetting = z.enum(['on', 'off', 'default'])

/** What an application can be. */
export const clientKinds = ['web', 'spa', 'native', 'machine'] as const

/** '' while it was not chosen. */
const clientKind = z.enum(['', ...clientKinds])

/** A client (docs/specification.md "Client"), never with its secret. */
export const client = z
  .object({
    id,
    createdAt,
    updatedAt,
    clientIdentifier: z.string().describe('The `client_id` of the protocols; unique.'),
    description: z.string().describe('What the client is, for people; may be empty.'),
    websiteUrl: z.string().describe('Website of the client; empty when none is known.'),
    displayName: z.string().describe('Name of the client for people; may be empty.'),
    enabled: z
      .boolean()
      .describe(
        'Whether the client may start sign-ins and get tokens; access tokens that it has already live on.',
      ),
    consentRequired: z
      .boolean()
      .describe(
        'Whether people have to approve every scope that the client requests, ' +
          'not only `offline_access` and `authserver:manage-account`.',
      ),
    createdViaDcr: z.boolean().describe('Read-only: the client registered itself.'),
    administrativeScopesAllowed: z
      .boolean()
      .describe('Read-only: may request administrative scopes on a user’s behalf.'),
    showLogo: z.boolean().describe('Whether the sign-in pages may show the logo.'),
    showDisplayName: z.boolean().describe('Whether the sign-in pages may show `displayName`.'),
    showDescription: z.boolean().describe('Whether the sign-in pages may show `description`.'),
    showWebsiteUrl: z.boolean().describe('Whether the sign-in pages may show `websiteUrl`.'),
    isPublic: z.boolean().describe('Public clients have no secret.'),
    isSystemLevelClient: z
      .boolean()
      .describe(
        'Read-only: the client of the console, which can be neither renamed, disabled, made public nor deleted.',
      ),
    authorizationCodeEnabled: z
      .boolean()
      .describe('Whether people may sign in to the client by the authorization code flow.'),
    clientCredentialsEnabled: z
      .boolean()
      .describe(
        'Whether the client may get tokens for itself, with the permissions it holds; never for a public client.',
      ),
    pkceRequired: z
      .boolean()
      .nullable()
      .describe(
        'Whether the authorization code flow needs PKCE. Null follows the settings; ' +
          'public clients always need it.',
      ),
    implicitGrantEnabled: z
      .boolean()
      .nullable()
      .describe(
        'Whether the client may use the implicit flow (deprecated). Null follows the settings.',
      ),
    resourceOwnerPasswordCredentialsEnabled: z
      .boolean()
      .nullable()
      .describe(
        'Whether the client may use the `password` grant (deprecated). Null follows the settings.',
      ),
    tokenExpirationInSeconds: z
      .int()
      .describe('Lifetime of access and ID tokens, in seconds. 0 follows the settings.'),
    refreshTokenOfflineIdleTimeoutInSeconds: z
      .int()
      .describe(
        'Seconds after which an offline refresh token that was not used expires. 0 follows the settings.',
      ),
    refreshTokenOfflineMaxLifetimeInSeconds: z
      .int()
      .describe(
        'Seconds after which an offline grant ends, however often it was refreshed. 0 follows the settings.',
      ),
    includeOpenIDConnectClaimsInAccessToken: claimsSetting.describe(
      'Whether access tokens with the scope `openid` carry the claims of `profile`, `email`, `address` ' +
        'and `phone`; `default` follows the settings.',
    ),
    includeOpenIDConnectClaimsInIdToken: claimsSetting.describe(
      'Whether ID tokens carry the claims of `profile`, `email`, `address` and `phone`; `default` follows the ' +
        'settings. Those for `response_type=id_token` always do.',
    ),
    defaultAcrLevel: z
      .string()
      .describe(
        'Least level of a sign-in; `acr_values` of a request can raise it: `urn:authserver:level1`, ' +
          '`urn:authserver:level2_optional` or `urn:authserver:level2_mandatory`.',
      ),
    kind: clientKind.describe(
      'What the application is: on a server, in the browser, on a device, or for itself. Empty: not said.',
    ),
    framework: z
      .string()
      .describe(
        'The guide that connects it, such as `nextjs`. Empty: not said. Changes nothing else.',
      ),
    redirectURIs: z
      .array(redirectUri)
      .nullable()
      .describe('Where browsers may be sent back to. Null when not loaded.'),
    webOrigins: z
      .array(webOrigin)
      .nullable()
      .describe('Whose scripts may call the protocol endpoints. Null when not loaded or none.'),
  })
  .meta({ id: 'Client' })

/** A client in search results; the last fields only with `details`. */
export const foundClient = client
  .extend({
    lastUsedAt: timestamp
      .nullable()
      .optional()
      .describe(
        'With `details`: when the client last got tokens, to the minute. Null: never, or before this was recorded.',
      ),
    signIns7d: z
      .int()
      .optional()
      .describe(
        'With `details`: how often people gave the client a code or tokens in the last seven days.',
      ),
    hasLogo: z.boolean().optional().describe('With `details`: whether the client has a logo.'),
    approval: z
      .enum(approvals)
      .nullable()
      .optional()
      .describe('With `details`: null for a client that did not register itself.'),
  })
  .meta({ id: 'FoundClient' })

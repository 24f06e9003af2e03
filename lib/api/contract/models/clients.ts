import { z } from 'zod'
import { timestamp } from '../common.ts'

/** An address that authorization responses of the client may go to. */
export const redirectUri = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    uri: z.string(),
    clientId: z.int(),
  })
  .meta({ id: 'RedirectURI' })

/** An origin whose scripts may call the token, user-info and sign-out endpoints. */
export const webOrigin = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    origin: z.string(),
    clientId: z.int(),
  })
  .meta({ id: 'WebOrigin' })

/** Whether claims are put into a token: always, never, or as the settings say. */
export const claimsSetting = z.enum(['on', 'off', 'default'])

/** A client (specification, "Client"); its secret is never part of it. */
export const client = z
  .object({
    id: z.int(),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
    clientIdentifier: z.string(),
    description: z.string(),
    websiteUrl: z.string(),
    displayName: z.string(),
    enabled: z.boolean(),
    consentRequired: z.boolean(),
    createdViaDcr: z.boolean().describe('Read-only: the client registered itself.'),
    administrativeScopesAllowed: z
      .boolean()
      .describe('Read-only: may request administrative scopes on a user’s behalf.'),
    showLogo: z.boolean(),
    showDisplayName: z.boolean(),
    showDescription: z.boolean(),
    showWebsiteUrl: z.boolean(),
    isPublic: z.boolean().describe('Public clients have no secret.'),
    isSystemLevelClient: z.boolean(),
    authorizationCodeEnabled: z.boolean(),
    clientCredentialsEnabled: z.boolean(),
    pkceRequired: z
      .boolean()
      .nullable()
      .describe('Null follows the settings; public clients always need PKCE.'),
    implicitGrantEnabled: z.boolean().nullable().describe('Null follows the settings.'),
    resourceOwnerPasswordCredentialsEnabled: z
      .boolean()
      .nullable()
      .describe('Null follows the settings.'),
    tokenExpirationInSeconds: z.int().describe('0 follows the settings.'),
    refreshTokenOfflineIdleTimeoutInSeconds: z.int().describe('0 follows the settings.'),
    refreshTokenOfflineMaxLifetimeInSeconds: z.int().describe('0 follows the settings.'),
    includeOpenIDConnectClaimsInAccessToken: claimsSetting,
    includeOpenIDConnectClaimsInIdToken: claimsSetting,
    defaultAcrLevel: z.string(),
    redirectURIs: z.array(redirectUri).nullable().describe('Null when not loaded.'),
    webOrigins: z.array(webOrigin).nullable().describe('Null when not loaded or none.'),
  })
  .meta({ id: 'Client' })

import { z } from 'zod'

const notAtFirst = 'At first false.'
const atFirst = 'At first true; false after an upgrade from a release without it.'

export const protocolSettings = z
  .object({
    authorizationServerMetadataEnabled: z
      .boolean()
      .describe(
        `Whether \`/.well-known/oauth-authorization-server\` answers (RFC 8414). ${atFirst}`,
      ),
    authorizationResponseIssEnabled: z
      .boolean()
      .describe(`Whether authorization responses carry \`iss\` (RFC 9207). ${notAtFirst}`),
    tokenRevocationEnabled: z
      .boolean()
      .describe(
        `Whether clients may revoke their tokens at \`/auth/revoke\` (RFC 7009). ${atFirst}`,
      ),
    tokenIntrospectionEnabled: z
      .boolean()
      .describe(
        `Whether confidential clients may ask at \`/auth/introspect\` whether a token counts (RFC 7662). ${atFirst}`,
      ),
    backchannelLogoutEnabled: z
      .boolean()
      .describe(
        'Whether clients with an address for it are told when a session ends (OpenID Connect Back-Channel Logout ' +
          `1.0). Switching it off drops what was not delivered yet. ${atFirst}`,
      ),
    resourceIndicatorsEnabled: z
      .boolean()
      .describe(
        'Whether requests may limit tokens to resources by `resource` (RFC 8707). While off, `resource` is ignored; ' +
          'while on, an address of no resource is refused. ' +
          notAtFirst,
      ),
    clientIdMetadataDocumentsEnabled: z
      .boolean()
      .describe(
        'Whether applications may identify themselves by the address of a metadata document (Client ID Metadata ' +
          `Documents). ${notAtFirst}`,
      ),
    clientIdMetadataDocumentHosts: z
      .array(z.string())
      .describe('Trusted hosts of such documents, as `host` or `host:port`. At first none.'),
    clientIdMetadataDocumentOtherHosts: z
      .enum(['refuse', 'approve', 'allow'])
      .describe(
        'What happens with documents of other hosts: `refuse`, as at first: they are not read; `approve`: an ' +
          'administrator decides on each application; `allow`: they may be used, and are marked as unverified.',
      ),
    dynamicClientApprovalRequired: z
      .boolean()
      .describe(
        `Whether clients of \`/connect/register\` wait for an administrator's approval. ${notAtFirst}`,
      ),
    selfRegisteredClientScopes: z
      .array(z.string())
      .nullable()
      .describe(
        'Scopes that clients which registered themselves may request for users, whatever their own list says: ' +
          'OpenID Connect scopes, `offline_access`, `resource:permission`, or `resource:*` for all of a resource. ' +
          'Null, as at first: any.',
      ),
    unusedSelfRegisteredClientDays: z
      .number()
      .int()
      .describe(
        'Days after which a client that registered itself and is not used any more is removed: 0, as at first, for ' +
          'never, to 3650. A client with live tokens, or used in the last 30 days, stays.',
      ),
    selfRegisteredClientTokenExpirationInSeconds: z
      .number()
      .int()
      .describe(
        'The `tokenExpirationInSeconds` that a client which registers itself begins with: up to 86400, or 0, as at ' +
          'first, for that of the token settings.',
      ),
    privateKeyJwtEnabled: z
      .boolean()
      .describe(
        'Whether confidential clients may authenticate by assertions that they sign (`private_key_jwt`, RFC 7523). ' +
          notAtFirst,
      ),
    clientAssertionTokenEndpointAudienceAllowed: z
      .boolean()
      .describe(
        'Whether the audience of such an assertion may also be the address of the token endpoint, or of the endpoint ' +
          `that is called. The issuer alone is safer. ${notAtFirst}`,
      ),
    pushedAuthorizationRequestsEnabled: z
      .boolean()
      .describe(
        'Whether clients may send the parameters of an authorization request to `/auth/par` first (RFC 9126). ' +
          notAtFirst,
      ),
    dpopEnabled: z
      .boolean()
      .describe(
        'Whether clients may prove possession of a key, so that their tokens are worth nothing without it (DPoP, ' +
          'RFC 9449). While off, tokens that are bound to a key are refused. ' +
          notAtFirst,
      ),
    dpopNonceRequired: z
      .boolean()
      .describe(
        'Whether each proof needs a nonce of this server, so that none can be made in advance. ' +
          notAtFirst,
      ),
    deviceGrantEnabled: z
      .boolean()
      .describe(
        'Whether devices without a browser may sign people in by a code that they enter at `/device` (RFC 8628). Each ' +
          `client needs its own switch as well. ${notAtFirst}`,
      ),
    inactiveFeatures: z
      .array(
        z.object({
          feature: z
            .enum([
              'authorizationResponseIss',
              'clientIdMetadataDocuments',
              'privateKeyJwt',
              'dpop',
            ])
            .describe('What has no effect.'),
          reason: z
            .enum(['issuer_not_a_url', 'no_trusted_host', 'base_url_not_https'])
            .describe(
              '`issuer_not_a_url`: the issuer is not an http or https address. `no_trusted_host`: no host is ' +
                'trusted, and others are refused. `base_url_not_https`: the public address is http.',
            ),
        }),
      )
      .describe('What is switched on and has no effect.'),
    issuerNote: z
      .enum(['', 'issuer_spelling', 'issuer_has_path', 'issuer_elsewhere', 'issuer_not_a_url'])
      .describe(
        'How the issuer differs from the public address, which clients compare byte for byte: `issuer_spelling` by a ' +
          'final slash, the case of the host or a default port; `issuer_has_path`; `issuer_elsewhere` another ' +
          'origin; `issuer_not_a_url`. Empty: not at all.',
      ),
  })
  .meta({ id: 'ProtocolSettings' })

export const protocolReadiness = z
  .object({
    checks: z
      .array(
        z.object({
          name: z
            .enum([
              'base_url_https',
              'issuer',
              'metadata',
              'iss',
              'documents',
              'resources',
              'access_token_lifetime',
              'legacy_flows',
              'registration',
              'pkce',
              'ceiling',
              'ceiling_offline',
              'unused_removal',
              'outbound',
            ])
            .describe('What was checked.'),
          state: z
            .enum(['ok', 'warning', 'failed'])
            .describe(
              '`failed`: agents cannot connect; `warning`: they can, and it should be changed.',
            ),
          detail: z.string().describe('The values that the state depends on; may be empty.'),
        }),
      )
      .describe('Every check, in a fixed order.'),
    ready: z.boolean().describe('Whether no check failed.'),
  })
  .meta({ id: 'ProtocolReadiness' })

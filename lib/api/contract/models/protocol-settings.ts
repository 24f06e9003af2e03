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
    selfRegisteredClientScopes: z
      .array(z.string())
      .nullable()
      .describe(
        'Scopes that clients which registered themselves may request for users, whatever their own list says: ' +
          'OpenID Connect scopes, `offline_access`, `resource:permission`, or `resource:*` for all of a resource. ' +
          'Null, as at first: any.',
      ),
    inactiveFeatures: z
      .array(
        z.object({
          feature: z.enum(['authorizationResponseIss']).describe('What has no effect.'),
          reason: z
            .enum(['issuer_not_a_url'])
            .describe('`issuer_not_a_url`: the issuer is not an http or https address.'),
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

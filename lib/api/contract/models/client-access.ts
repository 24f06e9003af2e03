import { z } from 'zod'

export const clientRestrictions = z
  .object({
    allowedScopes: z
      .array(z.string())
      .nullable()
      .describe(
        'Scopes that the client may request for users: OpenID Connect scopes, `offline_access`, ' +
          '`resource:permission`, or `resource:*` for all of a resource, later ones too. Null, as at first: any. ' +
          'Others are refused, except that `offline_access` is left out of the grant. Permissions that the client ' +
          'holds itself are not bound by it.',
      ),
    pushedRequestsRequired: z
      .boolean()
      .describe(
        'Whether the client has to push its authorization requests (RFC 9126); others are refused, also while the ' +
          'server takes no pushed ones. At first false.',
      ),
    dpopRequired: z
      .boolean()
      .describe(
        'Whether the client has to prove possession of a key with each request for tokens (DPoP, RFC 9449); others ' +
          'are refused, also while the server takes no proofs, and the implicit flow is closed to it. At first false.',
      ),
    deviceGrantEnabled: z
      .boolean()
      .describe(
        'Whether the client may sign people in on devices without a browser (RFC 8628), while the server has that ' +
          'switched on. At first false.',
      ),
  })
  .meta({ id: 'ClientRestrictions' })

export const clientIntrospection = z
  .object({
    resourceIds: z
      .array(z.int())
      .describe(
        'The `id` of every resource whose access tokens the client may introspect, whoever they were issued to. ' +
          'It always may introspect its own tokens.',
      ),
  })
  .meta({ id: 'ClientIntrospection' })

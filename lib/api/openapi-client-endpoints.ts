import {
  emptyAnswer,
  formBody,
  jsonAnswer,
  listOf,
  type Node,
  objectOf,
  schemaNamed,
} from './openapi-parts.ts'
import { clientFields, proofParameter, unavailableAnswer } from './openapi-token.ts'

const error = schemaNamed('ProtocolError')
const off = 'Answers 404 while the feature is off.'

const tokenFields = {
  ...clientFields,
  token: ['string', 'The token.'],
  token_type_hint: ['string', 'Not needed: the token says what it is. Ignored.'],
} as const

export const clientEndpointSchemas: Readonly<Record<string, Node>> = {
  PushedRequest: objectOf(
    {
      request_uri: ['string', 'For the authorization endpoint, beside `client_id`. Works once.'],
      expires_in: ['integer', 'Seconds until it works no more.'],
    },
    ['request_uri', 'expires_in'],
  ),
  DeviceCodes: objectOf(
    {
      device_code: ['string', 'For the device, which sends it to the token endpoint.'],
      user_code: ['string', 'For the person, who enters it at `verification_uri`.'],
      verification_uri: ['string', 'The page for the person.'],
      verification_uri_complete: ['string', 'The same page with the code filled in.'],
      expires_in: ['integer', 'Seconds until the codes work no more.'],
      interval: ['integer', 'Seconds to wait between requests at the token endpoint.'],
    },
    [
      'device_code',
      'user_code',
      'verification_uri',
      'verification_uri_complete',
      'expires_in',
      'interval',
    ],
  ),
  Introspection: objectOf(
    {
      active: ['boolean', 'Whether the token counts now; if not, there is no other field.'],
      scope: ['string', 'A resource server sees the scopes of its own resources only.'],
      client_id: ['string', 'The client that the token was issued to.'],
      sub: ['string', 'The user, or the client for its own token.'],
      iss: ['string', 'As in the token.'],
      exp: ['integer', 'Seconds since 1970, as `iat` and `nbf`.'],
      iat: ['integer', 'When the token was issued.'],
      nbf: ['integer', 'From when on it is valid.'],
      jti: ['string', 'Names the token.'],
      aud: [
        { oneOf: [{ type: 'string' }, listOf('string')] },
        'A resource server sees its own resources only. Not for refresh tokens.',
      ],
      token_type: ['string', '`Bearer`, or `DPoP` with `cnf`. Not for refresh tokens.'],
      sid: ['string', 'The session; for the client that the token was issued to only.'],
      acr: ['string', 'How the user signed in.'],
      auth_time: ['integer', 'When the user signed in.'],
      amr: [listOf('string'), 'With what the user signed in.'],
      cnf: [
        objectOf({ jkt: ['string', 'Thumbprint of the key.'] }),
        'The key whose holder alone may use the token: demand a proof of it (RFC 9449).',
      ],
    },
    ['active'],
  ),
}

const refusals = {
  400: jsonAnswer('The request or the token is refused.', error),
  401: jsonAnswer('Client authentication failed.', error, { 'WWW-Authenticate': ['string'] }),
  404: emptyAnswer('The feature is off.'),
  500: jsonAnswer('Server failure; the description ends with a request id.', error),
  503: unavailableAnswer,
}

/** The endpoints that clients call besides the token endpoint. */
export const clientEndpointPaths: Readonly<Record<string, Node>> = {
  '/auth/revoke': {
    post: {
      operationId: 'revokeToken',
      tags: ['OAuth 2.0'],
      summary: 'Revoke a token of the client (RFC 7009)',
      description: `Ends the grant of a refresh or access token, with all its tokens. ${off}`,
      security: [{ clientSecretBasic: [] }, {}],
      requestBody: formBody(objectOf(tokenFields, ['token'])),
      responses: {
        200: emptyAnswer('The token is of no use now, or never was.'),
        ...refusals,
      },
    },
  },
  '/auth/par': {
    post: {
      operationId: 'pushAuthorizationRequest',
      tags: ['OAuth 2.0'],
      summary: 'Push an authorization request (RFC 9126)',
      description: `Takes the parameters of the authorization endpoint, checks them, and gives a handle of them for its address. ${off}`,
      security: [{ clientSecretBasic: [] }, {}],
      parameters: [proofParameter],
      requestBody: formBody(
        objectOf(
          {
            ...clientFields,
            response_type: ['string', 'As every further parameter of the authorization endpoint.'],
            redirect_uri: ['string', 'A registered redirect URI of the client.'],
            scope: ['string', 'Scopes, separated by blanks.'],
          },
          ['response_type', 'redirect_uri', 'scope'],
        ),
      ),
      responses: {
        201: jsonAnswer('The request waits for its user.', schemaNamed('PushedRequest')),
        ...refusals,
        413: jsonAnswer('The request has more than 32 KiB.', error),
        429: jsonAnswer('Too many requests in the name of public clients.', error, {
          'Retry-After': ['integer'],
        }),
      },
    },
  },
  '/auth/device_authorization': {
    post: {
      operationId: 'authorizeDevice',
      tags: ['OAuth 2.0'],
      summary: 'Ask for the codes of a device (RFC 8628)',
      description: `For devices without a browser, of clients that may use them. ${off}`,
      security: [{ clientSecretBasic: [] }, {}],
      requestBody: formBody(
        objectOf(
          {
            ...clientFields,
            scope: ['string', 'Scopes, separated by blanks; none that is administrative.'],
            acr_values: ['string', 'Levels of the sign-in, separated by blanks.'],
            resource: ['string', 'Address of an API that the tokens are for; may be repeated.'],
          },
          ['scope'],
        ),
      ),
      responses: {
        200: jsonAnswer('The codes.', schemaNamed('DeviceCodes')),
        ...refusals,
        429: jsonAnswer('Too many requests, or too many devices wait.', error, {
          'Retry-After': ['integer'],
        }),
      },
    },
  },
  '/auth/introspect': {
    post: {
      operationId: 'introspectToken',
      tags: ['OAuth 2.0'],
      summary: 'Ask whether a token counts now (RFC 7662)',
      description: `For confidential clients: about their own tokens, and about access tokens for resources that they are linked to. ${off}`,
      security: [{ clientSecretBasic: [] }, {}],
      requestBody: formBody(objectOf(tokenFields, ['token'])),
      responses: {
        200: jsonAnswer('Whether it counts, and if so for what.', schemaNamed('Introspection')),
        ...refusals,
      },
    },
  },
}

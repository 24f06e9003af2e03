import {
  emptyAnswer,
  formBody,
  jsonAnswer,
  listOf,
  type Node,
  objectOf,
  oneOf,
  schemaNamed,
} from './openapi-parts.ts'

/** How a client without a Basic header says who it is. */
export const clientFields = {
  client_id: ['string', 'Client identifier; ignored when the Basic header is sent.'],
  client_secret: ['string', 'Secret of a confidential client that sends no Basic header.'],
  client_assertion_type: [
    oneOf('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
    'With `client_assertion`.',
  ],
  client_assertion: [
    'string',
    'Assertion that the client signed, in place of a secret (RFC 7523), while such are taken.',
  ],
} as const

const resourceField = [
  'string',
  'Address of the API that the access token is for (RFC 8707); ignored while resource indicators are off.',
] as const

export const tokenSchemas: Readonly<Record<string, Node>> = {
  AuthorizationCodeGrant: objectOf(
    {
      grant_type: [oneOf('authorization_code'), 'Names the grant.'],
      ...clientFields,
      code: ['string', 'Valid for 60 seconds, once.'],
      redirect_uri: ['string', 'The one of the authorization request, to the character.'],
      code_verifier: [
        { type: 'string', pattern: '^[A-Za-z0-9._~-]{43,128}$' },
        'PKCE verifier; required when the request carried a code_challenge.',
      ],
      resource: resourceField,
    },
    ['grant_type', 'code', 'redirect_uri'],
  ),
  RefreshTokenGrant: objectOf(
    {
      grant_type: [oneOf('refresh_token'), 'Names the grant.'],
      ...clientFields,
      refresh_token: ['string', 'Stops working when it is used: the answer brings the next one.'],
      scope: ['string', 'Narrows the access token to a part of the granted scope.'],
      resource: resourceField,
    },
    ['grant_type', 'refresh_token'],
  ),
  ClientCredentialsGrant: objectOf(
    {
      grant_type: [oneOf('client_credentials'), 'Names the grant.'],
      ...clientFields,
      scope: [
        'string',
        'Permissions as `resource:permission`, separated by spaces; all that the client holds when left out.',
      ],
      resource: resourceField,
    },
    ['grant_type'],
  ),
  PasswordGrant: {
    ...objectOf(
      {
        grant_type: [oneOf('password'), 'Names the grant.'],
        ...clientFields,
        username: ['string', "The user's email address."],
        password: [{ type: 'string', format: 'password' }, "The user's password."],
        scope: ['string', '`openid` when left out.'],
        resource: resourceField,
      },
      ['grant_type', 'username', 'password'],
    ),
    deprecated: true,
  },
  DeviceCodeGrant: objectOf(
    {
      grant_type: [
        oneOf('urn:ietf:params:oauth:grant-type:device_code'),
        'Names the grant (RFC 8628); unknown while the feature is off.',
      ],
      ...clientFields,
      device_code: ['string', 'Works once, after the user has connected the device.'],
      resource: resourceField,
    },
    ['grant_type', 'device_code'],
  ),
  Tokens: objectOf(
    {
      access_token: ['string', 'Signed JWT (RS256).'],
      token_type: [
        oneOf('Bearer', 'DPoP'),
        'How the access token is sent (RFC 6750). `DPoP` only after a request with a proof (RFC 9449).',
      ],
      expires_in: ['integer', 'Lifetime of the access token in seconds.'],
      id_token: ['string', 'With the scope `openid`, when a user signed in.'],
      refresh_token: ['string', 'With every grant but client_credentials.'],
      refresh_expires_in: ['integer', 'Seconds until an unused refresh token expires.'],
      scope: ['string', 'Scope that the access token carries.'],
    },
    ['access_token', 'token_type', 'expires_in', 'scope'],
  ),
  ClientRegistration: objectOf({
    redirect_uris: [
      { ...listOf({ type: 'string', maxLength: 2048 }), maxItems: 60 },
      'Required for authorization_code.',
    ],
    token_endpoint_auth_method: [
      {
        ...oneOf('none', 'client_secret_basic', 'client_secret_post'),
        default: 'client_secret_basic',
      },
      '`none` registers a public client.',
    ],
    grant_types: [
      listOf(oneOf('authorization_code', 'refresh_token', 'client_credentials')),
      '`authorization_code` when left out.',
    ],
    client_name: [{ type: 'string', maxLength: 100 }, 'Without `<` and `>`.'],
  }),
  RegisteredClient: objectOf(
    {
      client_id: ['string', 'Client identifier: `dcr_` and a UUID.'],
      client_secret: ['string', 'Confidential clients only; told once.'],
      client_id_issued_at: ['integer', 'Seconds since 1970.'],
      client_secret_expires_at: ['integer', 'Always 0: it does not expire.'],
      redirect_uris: [listOf('string'), 'As registered; left out when there is none.'],
      token_endpoint_auth_method: ['string', 'As registered.'],
      grant_types: [listOf('string'), 'As registered.'],
      client_name: ['string', 'As registered; left out when none was sent.'],
    },
    [
      'client_id',
      'client_id_issued_at',
      'client_secret_expires_at',
      'token_endpoint_auth_method',
      'grant_types',
    ],
  ),
}

/** The header by which a client proves possession of a key. */
export const proofParameter: Node = {
  name: 'DPoP',
  in: 'header',
  description:
    'Proof of possession of a key, for this request alone (RFC 9449). Ignored while DPoP is off.',
  schema: { type: 'string', maxLength: 8192 },
}

/** The nonce of an answer, for the next proof. */
const nonceHeader = {
  'DPoP-Nonce': ['string', 'For the next proof; only where that needs another nonce.'],
} as const

const error = schemaNamed('ProtocolError')
const retryAfter = { 'Retry-After': ['integer', 'Seconds to wait.'] } as const

/** The response while the database is unavailable or the server is overloaded. */
export const unavailableAnswer = jsonAnswer(
  'Not possible at the moment; the description ends with a request id.',
  error,
  retryAfter,
)

export const tokenPaths: Readonly<Record<string, Node>> = {
  '/auth/token': {
    post: {
      operationId: 'token',
      tags: ['OAuth 2.0'],
      summary: 'Exchange a grant for tokens',
      description:
        'Parameters stand in the form body only, each at most once; the body has at most 64 KiB.',
      security: [{ clientSecretBasic: [] }, {}],
      parameters: [proofParameter],
      requestBody: formBody({
        oneOf: [
          schemaNamed('AuthorizationCodeGrant'),
          schemaNamed('RefreshTokenGrant'),
          schemaNamed('ClientCredentialsGrant'),
          schemaNamed('PasswordGrant'),
          schemaNamed('DeviceCodeGrant'),
        ],
      }),
      responses: {
        200: jsonAnswer('The tokens.', schemaNamed('Tokens'), nonceHeader),
        400: jsonAnswer('The request, the proof or the grant is refused.', error, nonceHeader),
        401: jsonAnswer('Client authentication failed.', error, { 'WWW-Authenticate': ['string'] }),
        429: jsonAnswer('Too many attempts (password grant only).', error, retryAfter),
        500: jsonAnswer('Server failure; the description ends with a request id.', error),
        503: unavailableAnswer,
      },
    },
  },
  '/connect/register': {
    post: {
      operationId: 'registerClient',
      tags: ['OAuth 2.0'],
      summary: 'Register a client (RFC 7591)',
      description: 'Off unless an administrator switches it on. Other fields are ignored.',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaNamed('ClientRegistration') } },
      },
      responses: {
        201: jsonAnswer('The client as registered.', schemaNamed('RegisteredClient')),
        400: jsonAnswer('The metadata or a redirect URI is refused.', error),
        403: jsonAnswer('Registration is off.', error),
        429: jsonAnswer('Too many registrations.', error, retryAfter),
        500: jsonAnswer('Nothing was registered.', error),
        503: unavailableAnswer,
      },
    },
  },
}

/** The response of endpoints that refuse a missing token without further details. */
export const challengeOnly = emptyAnswer('No access token was sent.', {
  'WWW-Authenticate': ['string', 'Bearer challenge.'],
})

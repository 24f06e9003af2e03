import { browserPaths } from './openapi-browser.ts'
import { discoverySchema, userinfoSchema } from './openapi-claims.ts'
import { clientEndpointPaths, clientEndpointSchemas } from './openapi-client-endpoints.ts'
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
import { challengeOnly, tokenPaths, tokenSchemas, unavailableAnswer } from './openapi-token.ts'

const error = schemaNamed('ProtocolError')
const challenge = {
  'WWW-Authenticate': ['string', 'Challenge of the scheme of the token.'],
} as const

export const protocolSchemas: Readonly<Record<string, Node>> = {
  ProtocolError: objectOf(
    {
      error: ['string', 'A code of RFC 6749, RFC 6750, RFC 7591, RFC 9449 or OpenID Connect.'],
      error_description: ['string', 'In English, for developers.'],
    },
    ['error'],
  ),
  ...tokenSchemas,
  ...clientEndpointSchemas,
  KeySet: objectOf(
    {
      keys: [
        listOf(schemaNamed('PublicKey')),
        'The next key, the current one and the previous one.',
      ],
    },
    ['keys'],
  ),
  PublicKey: objectOf(
    {
      alg: [oneOf('RS256'), 'What it signs with.'],
      kid: ['string', 'Names the key in the headers of tokens.'],
      kty: [oneOf('RSA'), 'Kind of key.'],
      use: [oneOf('sig'), 'What it is for: signatures.'],
      n: ['string', 'Modulus, base64url.'],
      e: ['string', 'Exponent, base64url.'],
    },
    ['alg', 'kid', 'kty', 'use', 'n', 'e'],
  ),
  Discovery: discoverySchema,
  UserInfo: userinfoSchema,
}

/** Authentication of requests to these endpoints. */
export const protocolSecuritySchemes: Readonly<Record<string, Node>> = {
  clientSecretBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client identifier and secret.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "An access token. The Admin API takes a client's own, and a user's that came from the authorization code flow, while its client may request administrative scopes for users; UserInfo and the Account API take any of a user's. A token that is bound to a key comes with the scheme DPoP and a proof in the header DPoP (RFC 9449).",
  },
}

const userinfoAnswers = {
  200: jsonAnswer("Claims of the user, by the token's scopes.", schemaNamed('UserInfo')),
  400: jsonAnswer('The token was sent twice, or the body cannot be read.', error, challenge),
  401: {
    ...challengeOnly,
    description: 'No token was sent (no body), or it is of no use.',
    content: { 'application/json': { schema: error } },
  },
  403: jsonAnswer('The token lacks the scope `openid`.', error, challenge),
  500: jsonAnswer('Server failure; the description ends with a request id.', error),
  503: unavailableAnswer,
}

const userinfoPath = {
  get: {
    operationId: 'userinfo',
    tags: ['OpenID Connect'],
    summary: 'Read the claims of the user',
    security: [{ bearer: [] }],
    responses: userinfoAnswers,
  },
  post: {
    operationId: 'userinfoByForm',
    tags: ['OpenID Connect'],
    summary: 'The same; the token may stand in the form body',
    security: [{ bearer: [] }, {}],
    requestBody: formBody(
      objectOf({ access_token: ['string', 'The access token, when no header carries it.'] }),
      false,
    ),
    responses: userinfoAnswers,
  },
}

/** The path parameter that names the owner of an image. */
const meanings: Readonly<Record<string, string>> = {
  clientIdentifier: 'The `client_id` of the client.',
  subject: 'The `sub` of the user.',
  name: '`logo-light`, `logo-dark` or `icon`.',
}

/** The protocol endpoints and other paths without an API token. */
export const protocolPaths: Readonly<Record<string, Node>> = {
  '/.well-known/openid-configuration': readable(
    'discovery',
    'Discovery document',
    jsonAnswer('Endpoints and abilities of this server.', schemaNamed('Discovery')),
  ),
  '/.well-known/oauth-authorization-server': readable(
    'serverMetadata',
    'The same document (RFC 8414)',
    jsonAnswer('Endpoints and abilities of this server.', schemaNamed('Discovery')),
    {
      description:
        'Of an issuer with a path, both documents also stand with that path behind the well-known one. Answers 404 while the feature is off.',
      off: emptyAnswer('The feature is off.'),
    },
  ),
  '/certs': readable(
    'certs',
    'Keys that sign tokens: next, current, previous',
    jsonAnswer('JSON Web Key Set.', schemaNamed('KeySet')),
  ),
  '/openapi.yaml': readable('openapi', 'This document', {
    description: 'OpenAPI 3.0, YAML.',
    content: { 'application/yaml': { schema: { type: 'string' } } },
  }),
  ...browserPaths,
  ...tokenPaths,
  ...clientEndpointPaths,
  '/userinfo': userinfoPath,
  '/client/logo/{clientIdentifier}': image('clientLogo', 'Logo of a client', 'clientIdentifier', {
    304: emptyAnswer('The logo has not changed (`If-None-Match`).'),
  }),
  '/branding/{name}': image('brandingImage', 'Logo of the company, or its icon', 'name', {
    304: emptyAnswer('The image has not changed (`If-None-Match`).'),
  }),
  '/userinfo/picture/{subject}': image('profilePicture', 'Picture of a user', 'subject'),
}

function readable(
  operationId: string,
  summary: string,
  answer: Node,
  feature?: { readonly description: string; readonly off: Node },
): Node {
  return {
    get: {
      operationId,
      tags: ['Discovery'],
      summary,
      ...(feature && { description: feature.description }),
      security: [],
      responses: { 200: answer, ...(feature && { 404: feature.off }) },
    },
  }
}

function image(operationId: string, summary: string, name: string, answers: Node = {}): Node {
  const binary = { schema: { type: 'string', format: 'binary' } }
  const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
  const content = Object.fromEntries(types.map((type) => [type, binary]))
  const parameters = [
    { name, in: 'path', description: meanings[name], required: true, schema: { type: 'string' } },
  ]
  const missing = {
    description: 'There is none.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  }
  const operation = { tags: ['Images'], summary, security: [], parameters }
  const found = { description: 'The image.', content }
  return {
    get: { operationId, ...operation, responses: { 200: found, ...answers, 404: missing } },
    head: {
      operationId: `${operationId}Head`,
      ...operation,
      responses: { 200: emptyAnswer('Its headers.'), ...answers, 404: emptyAnswer('No image.') },
    },
  }
}

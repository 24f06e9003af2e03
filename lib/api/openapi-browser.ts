import {
  emptyAnswer,
  formBody,
  type Node,
  objectOf,
  oneOf,
  pageAnswer,
  queryParameters,
} from './openapi-parts.ts'

const authorizationFields = {
  client_id: ['string', 'Client identifier.'],
  redirect_uri: ['string', 'Exactly one that is registered for the client.'],
  response_type: [
    oneOf('code', 'token', 'id_token', 'id_token token'),
    'What is asked for: a code, or tokens at once (implicit flow, deprecated).',
  ],
  scope: [
    'string',
    'OpenID Connect scopes and permissions as `resource:permission`, separated by spaces.',
  ],
  code_challenge_method: [oneOf('S256'), 'Required where PKCE is enforced.'],
  code_challenge: [
    { type: 'string', minLength: 43, maxLength: 128 },
    'Required where PKCE is enforced.',
  ],
  response_mode: [
    oneOf('query', 'fragment', 'form_post'),
    '`query` when left out, `fragment` for implicit response types.',
  ],
  state: ['string', 'Returned unchanged.'],
  nonce: ['string', 'Returned in the ID token; required for implicit types with `id_token`.'],
  max_age: [{ type: 'integer', minimum: 0 }, 'Seconds; an older sign-in has to be renewed.'],
  acr_values: [
    'string',
    'Authentication context classes, best first, separated by spaces: the first known one counts, where it is above the client’s default level.',
  ],
  prompt: [
    'string',
    '`none`, or `login`, `consent` and, where that is on, `select_account`, separated by spaces.',
  ],
  id_token_hint: ['string', 'ID token of the user who is expected.'],
  login_hint: ['string', 'Fills in the email field.'],
  idp_hint: ['string', 'Alias of an identity provider: a sign-in with a page goes straight to it.'],
  ui_locales: ['string', 'Languages of the pages, best first, separated by spaces.'],
  resource: [
    'string',
    'Address of an API that the tokens are limited to, up to eight times (RFC 8707); ignored while resource indicators are off.',
  ],
  dpop_jkt: [
    'string',
    'Thumbprint of the key that the code is bound to (RFC 9449); ignored while DPoP is off.',
  ],
  request_uri: [
    'string',
    'Handle of a pushed request (RFC 9126), while such are taken. Only `client_id` is needed beside it.',
  ],
} as const

const requiredFields = ['client_id', 'redirect_uri', 'response_type', 'scope']

const logoutFields = {
  id_token_hint: ['string', 'ID token of the client, signed or encrypted; may have expired.'],
  post_logout_redirect_uri: ['string', "Exactly one of the client's redirect URIs."],
  client_id: ['string', 'Required with an encrypted hint, or with a redirect URI and no hint.'],
  state: ['string', 'Returned unchanged.'],
  ui_locales: ['string', 'Languages of the pages, best first, separated by spaces.'],
} as const

const location = { Location: ['string'] } as const

const authorizationAnswers = {
  302: emptyAnswer('To the next page, or to the client with its answer.', location),
  400: pageAnswer('The request cannot be answered to the client.'),
  500: pageAnswer('Server failure.'),
  503: pageAnswer('The database is away, or too much is asked at once.'),
}

const logoutAnswers = {
  200: pageAnswer('Asks whether to sign out, or says that the user is signed out.'),
  302: emptyAnswer('Signed out; back to the client.', location),
  500: pageAnswer('Server failure.'),
  503: pageAnswer('The database is away, or too much is asked at once.'),
}

export const browserPaths: Readonly<Record<string, Node>> = {
  '/auth/authorize': {
    get: {
      operationId: 'authorize',
      tags: ['OpenID Connect'],
      summary: 'Sign a user in and answer the client at its redirect URI',
      security: [],
      parameters: queryParameters(authorizationFields, requiredFields),
      responses: {
        200: pageAnswer(
          'The answer as a form that posts itself (`form_post`), or the page that comes before a refusal is told to a client that registered itself.',
        ),
        ...authorizationAnswers,
      },
    },
    post: {
      operationId: 'authorizeByForm',
      tags: ['OpenID Connect'],
      summary: 'The same with the parameters in a form body',
      security: [],
      requestBody: formBody(objectOf(authorizationFields, requiredFields)),
      responses: {
        303: emptyAnswer('To the same endpoint by GET.', location),
        400: authorizationAnswers[400],
        500: authorizationAnswers[500],
        503: authorizationAnswers[503],
      },
    },
  },
  '/auth/logout': {
    get: {
      operationId: 'logout',
      tags: ['OpenID Connect'],
      summary: 'Sign the user out (RP-Initiated Logout)',
      security: [],
      parameters: queryParameters(logoutFields),
      responses: logoutAnswers,
    },
    post: {
      operationId: 'logoutByForm',
      tags: ['OpenID Connect'],
      summary: 'The same with the parameters in a form body',
      security: [],
      requestBody: formBody(objectOf(logoutFields), false),
      responses: {
        ...logoutAnswers,
        303: emptyAnswer('The hint could not be confirmed: the user is asked.', location),
        403: {
          description: 'A form of another site, without a hint.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  },
}

import { z } from 'zod'
import { required, text } from '../common.ts'
import { define } from '../define.ts'

const logoutParameters = z.object({
  id_token_hint: z
    .string()
    .describe(
      'Names user, client and session. It has expired already: good for `/auth/logout` while the session exists, and for nothing else.',
    ),
  post_logout_redirect_uri: z.string().describe('The `postLogoutRedirectUri` of the request.'),
  state: z
    .string()
    .optional()
    .describe('The `state` of the request; left out when there was none.'),
})

export const requestLogout = define({
  id: 'requestLogout',
  method: 'POST',
  path: '/api/v1/account/logout-request',
  access: 'account',
  summary: 'Get what signs the browser out without a question',
  body: z.object({
    postLogoutRedirectUri: required(text()).describe('A redirect URI of the client.'),
    state: text().describe('Handed to that address.'),
    clientIdentifier: text().describe(
      'The client of the token; only the administration console may name another one. May be left out where one client alone has that address.',
    ),
    responseMode: text().describe(
      '`redirect` (or empty): an address. `form_post`: a form’s parts.',
    ),
  }),
  response: z.union([
    z
      .object({
        logoutUrl: z.string().describe('Address that the browser is to open.'),
      })
      .meta({ id: 'LogoutAddress' }),
    z
      .object({
        method: z.enum(['POST']).describe('How the browser is to send the form.'),
        endpoint: z.string().describe('Address that the browser is to send the form to.'),
        params: logoutParameters.describe('The fields of the form.'),
      })
      .meta({ id: 'LogoutForm' }),
  ]),
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'INVALID_SESSION'],
})

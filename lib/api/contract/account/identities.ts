import { z } from 'zod'
import { flag, success } from '../common.ts'
import { define } from '../define.ts'
import { connectableProvider, userIdentity } from '../models/identity-providers.ts'
import { confirmation, confirmationErrors } from './common.ts'

const byAlias = z.object({ alias: z.string().describe('The alias of the provider.') })

export const listOwnIdentities = define({
  id: 'listOwnIdentities',
  method: 'GET',
  path: '/api/v1/account/identities',
  access: 'account',
  summary: 'List one’s own accounts at identity providers, and the providers that one can connect',
  response: z.object({
    identities: z.array(userIdentity),
    providers: z.array(connectableProvider).describe('Providers that are not connected yet.'),
  }),
  errors: [],
})

export const connectOwnIdentity = define({
  id: 'connectOwnIdentity',
  method: 'POST',
  path: '/api/v1/account/identities/{alias}/link',
  access: 'account',
  summary:
    'Get an address to connect an account at an identity provider; 404 while it cannot be used',
  params: byAlias,
  body: z.object({
    otherAccount: flag().describe('True: the provider is to ask which account there it is.'),
    confirmation,
  }),
  response: z.object({
    url: z
      .string()
      .describe(
        'The address for the browser in which you are signed in: it works once, for five minutes.',
      ),
  }),
  errors: [...confirmationErrors],
})

export const removeOwnIdentity = define({
  id: 'removeOwnIdentity',
  method: 'DELETE',
  path: '/api/v1/account/identities/{alias}',
  access: 'account',
  summary: 'Disconnect an account at an identity provider, and end the other sessions that used it',
  params: byAlias,
  body: z.object({ confirmation }),
  response: success,
  errors: [...confirmationErrors, 'validator.sign_in.last_method'],
})

import { z } from 'zod'
import { pageInfo, paging, soughtText } from '../common.ts'
import { define } from '../define.ts'
import {
  administratorClient,
  administratorGroup,
  administratorUser,
  holderCounts,
  holderKind,
  person,
} from '../models/access.ts'

export const listAdministrators = define({
  id: 'listAdministrators',
  method: 'GET',
  path: '/api/v1/admin/administrators',
  access: 'users',
  summary: 'List everyone and everything that holds an administrative permission',
  query: z.object({
    kind: holderKind.default('user').describe('Which administrators the page lists.'),
    query: soughtText('With `kind` `user`: words as in the search of users.'),
    ...paging(50),
  }),
  response: z.object({
    counts: holderCounts,
    passwordAlone: z
      .object({
        total: z
          .int()
          .describe(
            'Enabled users with an administrative permission, a password and no second factor.',
          ),
        users: z.array(person).describe('The first of them, by given name.'),
      })
      .describe('Administrators whose password alone opens their account.'),
    users: z.array(administratorUser).describe('By given name; empty for another `kind`.'),
    groups: z.array(administratorGroup).describe('By name; empty for another `kind`.'),
    clients: z.array(administratorClient).describe('By `client_id`; empty for another `kind`.'),
    ...pageInfo,
  }),
  errors: ['VALIDATION_ERROR'],
})

import { expect, test } from 'vitest'
import { linksOf } from '#lib/domain/audit/refusal-links.ts'

const record = { id: 5, clientId: 7, userId: 9 }

test.each([
  ['scope_administrative', '/admin/clients/7/settings'],
  ['scope_not_allowed', '/admin/clients/7/restrictions'],
  ['grant_off', '/admin/clients/7/oauth2-flows'],
  ['permission_not_held', '/admin/users/9/permissions'],
] as const)('%s is put right on the page %s', (rule, page) => {
  expect(linksOf(record, rule, {})).toEqual([page])
})

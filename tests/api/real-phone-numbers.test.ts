import { describe, expect, test } from 'vitest'
import { apiUser, call } from '#tests/support/api.ts'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, type TestUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const manager = await apiUser(app, await aUser(store), ['manage'])
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

async function claimOf(user: TestUser): Promise<unknown> {
  const { body } = await requestToken(app, client, {
    grant_type: 'password',
    scope: 'openid phone',
    username: user.email,
    password: user.password,
  })
  const headers = { authorization: `Bearer ${body.access_token}` }
  const claims = await (await app.fetch('/userinfo', { headers })).json()
  return (claims as { phone_number?: string }).phone_number
}

describe('a number as people write it is stored as the national one and told in E.164:', () => {
  test.each([
    ['DEU_0', '030 1234567', '301234567', '+49301234567'],
    ['GBR_0', '020 7946 0018', '2079460018', '+442079460018'],
    ['DEU_0', '0049 171 1234567', '1711234567', '+491711234567'],
    ['DEU_0', '+49 30 1234567', '301234567', '+49301234567'],
    ['DEU_0', '+49 (0)30 1234567', '301234567', '+49301234567'],
    ['DEU_0', '(030) 1234567', '301234567', '+49301234567'],
    ['DEU_0', '030/1234567', '301234567', '+49301234567'],
    ['DEU_0', '030.123.45.67', '301234567', '+49301234567'],
    ['DEU_0', '030\u00a01234567', '301234567', '+49301234567'],
    ['DEU_0', '030\u20131234567\u200e', '301234567', '+49301234567'],
    ['DEU_0', '０３０１２３４５６７', '301234567', '+49301234567'],
    ['DEU_0', '०३०१२३४५६७', '301234567', '+49301234567'],
    ['DEU_0', 'tel:+49-30-1234567', '301234567', '+49301234567'],
    ['ITA_0', '06 6982 0000', '0669820000', '+390669820000'],
    ['ITA_0', '+39 06 6982 0000', '0669820000', '+390669820000'],
    ['EGY_0', '٠١٠٠ ١٢٣ ٤٥٦٧', '1001234567', '+201001234567'],
    ['RUS_0', '8 (912) 345-67-89', '9123456789', '+79123456789'],
    ['HUN_0', '06 1 345 6789', '13456789', '+3613456789'],
    ['USA_0', '1 (202) 555-0147', '2025550147', '+12025550147'],
    ['USA_0', '202.555.0147', '2025550147', '+12025550147'],
    ['DOM_2', '555 0142', '8495550142', '+18495550142'],
    ['DOM_2', '(849) 555-0142', '8495550142', '+18495550142'],
    ['BRA_0', '11 98765-4321', '11987654321', '+5511987654321'],
  ])('%s %j', async (phoneCountryUniqueId, phoneNumber, stored, claim) => {
    const user = await aUser(store)
    const own = await apiUser(app, user, ['manage-account'])
    const sent = { phoneCountryUniqueId, phoneNumber }
    const kept = { phoneNumberCountryUniqueId: phoneCountryUniqueId, phoneNumber: stored }
    const mine = await call(own, 'PUT', '/api/v1/account/phone', sent)
    expect([mine.status, mine.body]).toMatchObject([200, { user: kept }])
    expect(await claimOf(user)).toBe(claim)
    const other = await aUser(store)
    const theirs = await call(manager, 'PUT', `/api/v1/admin/users/${other.id}/phone`, sent)
    expect([theirs.status, theirs.body]).toMatchObject([200, { user: kept }])
    const again = await call(own, 'PUT', '/api/v1/account/phone', { ...sent, phoneNumber: stored })
    expect(again.body, 'saved again').toMatchObject({ user: kept })
  })
})

test.each([
  ['DEU_0', '+44 20 7946 0018', 'GBR_0', '+442079460018'],
  ['DEU_0', '0033 1 23 45 67 89', 'FRA_0', '+33123456789'],
  ['USA_0', '0049 30 1234567', 'DEU_0', '+49301234567'],
  ['DOM_0', '849 555 0142', 'DOM_2', '+18495550142'],
])('in %s the number %s is of %s', async (phoneCountryUniqueId, phoneNumber, country, claim) => {
  const user = await aUser(store)
  const path = `/api/v1/admin/users/${user.id}/phone`
  const { body } = await call(manager, 'PUT', path, { phoneCountryUniqueId, phoneNumber })
  expect(body).toMatchObject({ user: { phoneNumberCountryUniqueId: country } })
  expect(await claimOf(user)).toBe(claim)
})

test.each([
  ['DEU_0', '+49', '030 1234567', '+49301234567'],
  ['GBR_0', '+44', '020 7946 0018', '+442079460018'],
  ['DEU_0', '+49', '0049 171 1234567', '+491711234567'],
  ['ITA_0', '+39', '06 6982 0000', '+390669820000'],
  ['DOM_2', '+1849', '555 0142', '+18495550142'],
  ['RUS_0', '+7', '8 912 345-67-89', '+79123456789'],
  ['BRA_0', '+55', '123457', '+55123457'],
  ['', '', '202 555 0147', '202 555 0147'],
])(
  'a number stored earlier as typed is told right: %s %s %s',
  async (uniqueId, code, phoneNumber, claim) => {
    const user = await aUser(store, {
      phoneNumberCountryUniqueId: uniqueId,
      phoneNumberCountryCallingCode: code,
      phoneNumber,
    })
    expect(await claimOf(user)).toBe(claim)
  },
)

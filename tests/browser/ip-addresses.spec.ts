import { aSession } from '#tests/support/granted.ts'
import { aWord, openPerson } from './admin-users.ts'
import { test } from './fixtures.ts'
import { expectWholeParts } from './line-breaks.ts'

const address = '2001:0db8:85a3:08d3:1319:8a2e:0370:7348'
const part = /[^:, ]+:?/

test.use({ viewport: { width: 320, height: 640 } })

for (const locale of ['en-US', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('an IPv6 address of a session breaks after a colon only @scripts', async ({
      page,
      store,
    }) => {
      const user = await openPerson(page, store, 'sessions')
      const now = new Date()
      const times = { started: now, lastAccessed: now, authTime: now }
      await aSession(store, user, [], { ...times, ipAddress: `${address},${address}` })
      await page.reload()
      await expectWholeParts(page.locator('#content li dd').filter({ hasText: address }), part)
    })

    test('an IPv6 address in the audit log breaks after a colon only @scripts', async ({
      page,
      store,
    }) => {
      const auditEvent = 'auth_failed_pwd'
      const details = JSON.stringify({ ipAddress: address })
      const createdAt = new Date()
      // Other tests write events, too.
      const requestId = aWord()
      await store.auditLog.insertAll([{ auditEvent, details, requestId, createdAt }])
      await openPerson(page, store, 'details')
      await page.goto(`/admin/activity?requestId=${requestId}`)
      await page.locator('#events a').first().click()
      await expectWholeParts(
        page.locator('.ui-drawer dd').filter({ hasText: address }).first(),
        part,
      )
    })
  })
}

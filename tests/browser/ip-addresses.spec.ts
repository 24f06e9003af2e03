import { expect, type Locator } from '@playwright/test'
import { aSession } from '#tests/support/granted.ts'
import { openPerson } from './admin-users.ts'
import { test } from './fixtures.ts'

const address = '2001:0db8:85a3:08d3:1319:8a2e:0370:7348'

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
      await expectWholeParts(page.locator('#content li dd').filter({ hasText: address }))
    })

    test('an IPv6 address in the audit log breaks after a colon only @scripts', async ({
      page,
      store,
    }) => {
      const auditEvent = 'auth_failed_pwd'
      const details = JSON.stringify({ ipAddress: address })
      const createdAt = new Date()
      await store.auditLog.insertAll([{ auditEvent, details, requestId: '', createdAt }])
      await openPerson(page, store, 'details')
      await page.goto(`/admin/settings/audit-log-viewer?auditEvent=${auditEvent}`)
      await expectWholeParts(page.locator('#events dd').filter({ hasText: address }).first())
    })
  })
}

/** The text takes more than one line, and each part up to its colon stands on one of them. */
async function expectWholeParts(place: Locator): Promise<void> {
  const lines = await place.evaluate((element) => {
    const found: { text: string; tops: number[] }[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(/[^:, ]+:?/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        found.push({ text, tops: [...range.getClientRects()].map(({ top }) => Math.round(top)) })
      }
    }
    return found
  })
  expect(lines.filter(({ tops }) => new Set(tops).size > 1)).toEqual([])
  expect(new Set(lines.flatMap(({ tops }) => tops)).size).toBeGreaterThan(1)
}

import { expect, test } from 'vitest'
import { noticeOf } from '#app/_ui/feedback/notices.ts'

test.each([
  ['saved', 'console.saved'],
  ['created', 'console.created'],
  ['deleted', 'console.deleted'],
])('an address that says %s opens its page with a message', (name, key) => {
  expect(noticeOf(name)).toBe(key)
})

test.each([null, '', 'Saved', 'constructor', 'toString', '__proto__'])(
  'an address that says %s opens its page without one',
  (name) => expect(noticeOf(name)).toBeNull(),
)

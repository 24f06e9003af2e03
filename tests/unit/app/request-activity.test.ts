import { expect, test } from 'vitest'
import { filterIn, requestActivity } from '#app/admin/activity/_parts/filter.ts'

test('the activity of a request has its tokens: many a request does nothing else', () => {
  const query = new URL(requestActivity('one request'), 'https://id.example').searchParams
  expect(filterIn(Object.fromEntries(query))).toMatchObject({
    requestId: 'one request',
    category: 'all',
    range: 'all',
  })
})

import { expect, test } from 'vitest'
import { freshSeconds } from '#lib/protocol/documents/freshness.ts'

const date = 'Thu, 26 Nov 2026 12:00:00 GMT'

test.each([
  [{}, 300],
  [{ 'cache-control': 'max-age=0' }, 300],
  [{ 'cache-control': 'max-age=60' }, 300],
  [{ 'cache-control': 'public, MAX-AGE=3600' }, 3_600],
  [{ 'cache-control': 'max-age="3600"' }, 3_600],
  [{ 'cache-control': 'max-age=315360000' }, 86_400],
  [{ 'cache-control': 'max-age=3600', age: '600' }, 3_000],
  [{ 'cache-control': 'max-age=3600', age: 'soon' }, 3_600],
  [{ 'cache-control': 'max-age=3600', age: '-5' }, 3_600],
  [{ 'cache-control': 'max-age=3600, no-store' }, 300],
  [{ 'cache-control': 'no-cache' }, 300],
  [{ 'cache-control': 'max-age=a' }, 300],
  [{ date, expires: 'Thu, 26 Nov 2026 14:00:00 GMT' }, 7_200],
  [{ date, expires: '0' }, 300],
  [{ expires: 'Thu, 26 Nov 2026 14:00:00 GMT' }, 300],
  [{ date, expires: 'Thu, 26 Nov 2026 14:00:00 GMT', 'cache-control': 'max-age=600' }, 600],
])('%j is fresh for %i seconds', (headers, seconds) => {
  expect(freshSeconds(headers)).toBe(seconds)
})

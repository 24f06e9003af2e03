import { expect, test } from 'vitest'
import { filterIn } from '#app/admin/activity/_parts/filter.ts'
import { isLive, liveIn, nextLive } from '#app/admin/activity/_parts/live.ts'

test('Live is for the newest entries alone, and not for days that are over', () => {
  expect(isLive(filterIn({ live: '1' }))).toBe(true)
  expect(isLive(filterIn({ live: '1', from: '2026-03-04' }))).toBe(true)
  expect(isLive(filterIn({ live: '1', to: '2026-03-04' }))).toBe(false)
  expect(isLive(filterIn({ live: '1', after: 'somewhere' }))).toBe(false)
  expect(isLive(filterIn({ live: 'stopped' }))).toBe(false)
})

test('a browser without scripts loads the page again for fifteen minutes', () => {
  let live = '1'
  let reloads = 0
  for (; live !== 'stopped'; live = nextLive(live)) reloads++
  expect(reloads * 10).toBe(15 * 60)
})

test('an address cannot ask for more', () => {
  for (const odd of ['0', '91', '-1', '1.5', '1e1', 'on', ' 1']) expect(liveIn(odd)).toBe('')
})

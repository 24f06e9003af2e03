import { expect, test } from 'vitest'
import { durationText } from '#app/_ui/form/duration.ts'

const cases: [seconds: number, text: string][] = [
  [0, '0 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [5400, '1 hour, 30 minutes'],
  [90_061, '1 day, 1 hour, 1 minute, 1 second'],
  [31_536_000, '365 days'],
  [160_000_000, '1,851 days, 20 hours, 26 minutes, 40 seconds'],
]

test.each(cases)('%d seconds are %j', (seconds, text) => {
  expect(durationText(seconds, 'en')).toBe(text)
})

test.each([
  ['de', '2 Stunden, 1 Minute'],
  ['ja', '2 時間 1 分'],
  ['pt-BR', '2 horas e 1 minuto'],
])('in %s', (language, text) => {
  expect(durationText(7260, language)).toBe(text)
})

import { expect, test } from 'vitest'
import { isComposing } from '#app/_ui/form/is-composing.ts'

test('a key of an input method is none of ours, in every browser', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})

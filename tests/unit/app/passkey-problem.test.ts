import { expect, test } from 'vitest'
import { problemOf } from '#app/_ui/passkey/problem.ts'

const texts = {
  notAllowed: 'not allowed',
  alreadyThere: 'already there',
  wrongAddress: 'wrong address',
  notSupported: 'not supported',
}

test.each([
  ['NotAllowedError', 'not allowed'],
  ['InvalidStateError', 'already there'],
  ['SecurityError', 'wrong address'],
  ['NotSupportedError', 'not supported'],
  ['UnknownError', 'not supported'],
  ['AbortError', null],
])('a pressed passkey button that ends with %s says: %s', (name, text) => {
  expect(problemOf(new DOMException('', name), texts)).toBe(text)
})

test.each([[undefined], ['thrown text'], [new TypeError('navigator.credentials is undefined')]])(
  'it never says nothing, even for %s',
  (error) => {
    expect(problemOf(error, texts)).toBe('not supported')
  },
)

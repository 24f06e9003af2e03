import { expect, test } from 'vitest'
import { readCookies } from '#lib/http/cookies.ts'
import { testConfig } from '#tests/support/settings.ts'

const config = testConfig('file:/unused', { BASE_URL: 'https://login.example.com' })
const read = (cookie: string) => readCookies({ get: () => cookie }, config)

// Node.js decodes header bytes one by one into these code points.
const whiteSpace = ['\u00a0', '\v', '\f', '\u0085', '\u00a0\u00a0']

test.each(whiteSpace)('a name that only white space %j tells from ours is not ours', (space) => {
  const planted = ['session', 'browser', 'known', 'device', 'left', 'console', 'handshake-a'].map(
    (name) => `${space}__Host-authserver-${name}=theirs`,
  )
  const none = { session: null, browser: null, known: null, device: null, console: null }
  expect(read(planted.join('; '))).toEqual({ ...none, handshakes: new Map() })
  const own = read(`__Host-authserver-session=ours; ${planted.join('; ')}`)
  expect(own.session).toBe('ours')
})

test('blanks and tabs before a name do not matter', () => {
  expect(read('a=b;\t __Host-authserver-session=ours;c=d').session).toBe('ours')
  expect(read('a=b;__Host-authserver-session=ours').session).toBe('ours')
})

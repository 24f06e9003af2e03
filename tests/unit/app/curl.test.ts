import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { asCurl, holdsSecrets } from '#app/_ui/form/curl.ts'

const url = 'https://id.example/api/v1/admin/groups/7'

/** The arguments that a shell passes to `curl`. */
function argumentsOf(command: string): readonly string[] {
  const script = `TOKEN=secret; curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('a request without a body has a method, an address and a token', () => {
  expect(argumentsOf(asCurl({ url, method: 'DELETE' }))).toEqual([
    ...['--request', 'DELETE', url],
    ...['--header', 'Authorization: Bearer secret'],
  ])
})

test.each([
  "it's",
  "'; rm -rf $HOME; echo '",
  '$(id) `id` $TOKEN "x" \\ \\n',
  'two\nlines',
  '—日本語 😀',
])('a shell passes %j on as it is', (description) => {
  const sent = argumentsOf(asCurl({ url, method: 'PUT', body: JSON.stringify({ description }) }))
  expect(sent.slice(-4, -1)).toEqual(['--header', 'Content-Type: application/json', '--data'])
  expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ description })
})

test('secrets are left out, also inside of objects, and an absent one stays absent', () => {
  const body = { name: 'a', password: 's3cret', smtp: { smtpPassword: 'hidden' }, clientSecret: '' }
  const text = JSON.stringify(body)
  const command = asCurl({ url, method: 'POST', body: text })
  expect(JSON.parse(argumentsOf(command).at(-1) ?? '')).toEqual({
    name: 'a',
    password: '…',
    smtp: { smtpPassword: '…' },
    clientSecret: '',
  })
  expect(command).not.toMatch(/s3cret|hidden/)
  expect(holdsSecrets(text)).toBe(true)
  expect(holdsSecrets('{"name":"a","clientSecret":""}')).toBe(false)
})

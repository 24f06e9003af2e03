import { describe, expect, test } from 'vitest'
import { boundaryOf, readMultipart } from '#lib/http/multipart.ts'

const maxParts = 10

function part(name: string, value = 'value', more = ''): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
}

function read(body: string): Promise<FormData | null> {
  return readMultipart('x', new TextEncoder().encode(body), maxParts)
}

describe('the boundary of a form', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
    [`multipart/form-data; boundary=${'a'.repeat(70)}`, 'a'.repeat(70)],
  ])('of type "%s" is "%s"', (type, boundary) => expect(boundaryOf(type)).toBe(boundary))

  test.each([
    '',
    'multipart/form-data',
    'multipart/mixed; boundary=abc',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary="a "',
    'multipart/form-data; boundary="a\\"b"',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
    `multipart/form-data; boundary=abc; x=${'a'.repeat(300)}`,
  ])('is missing in the type "%s"', (type) => expect(boundaryOf(type)).toBeNull())
})

describe('a multipart form', () => {
  test('has texts and files', async () => {
    const form = await read(
      `${part('text')}${part('file', 'bytes', '; filename="a.png"')}--x--\r\n`,
    )
    expect(form?.get('text')).toBe('value')
    const file = form?.get('file')
    expect(file instanceof File && (await file.text())).toBe('bytes')
  })

  test('has at most the permitted number of parts', async () => {
    const parts = (count: number) => `${part('a').repeat(count)}--x--\r\n`
    expect((await read(parts(maxParts)))?.getAll('a')).toHaveLength(maxParts)
    expect(await read(parts(maxParts + 1))).toBeNull()
  })

  test('is refused with a part whose head is longer than 8 KB', async () => {
    const name = 'a'.repeat(8 * 1024)
    expect(await read(`${part(name)}--x--\r\n`)).toBeNull()
  })

  test('is refused with heads of more than 256 bytes for each permitted part', async () => {
    const name = 'a'.repeat(1_000)
    expect(await read(`${part(name).repeat(2)}--x--\r\n`)).not.toBeNull()
    expect(await read(`${part(name).repeat(3)}--x--\r\n`)).toBeNull()
  })

  test.each(['', 'text', '--x', '--x\r\n\r\n', part('a'), `${part('a')}--y--\r\n`])(
    'is refused when it is malformed: %j',
    async (body) => expect(await read(body)).toBeNull(),
  )
})

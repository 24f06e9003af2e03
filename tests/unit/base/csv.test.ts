import { expect, test } from 'vitest'
import { csvHead, csvRow, withoutGuard } from '#lib/base/text/csv.ts'

test('a file begins with the byte order mark; rows end with CRLF and every cell is quoted', () => {
  expect([...new TextEncoder().encode(csvHead(['a']))].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  expect(csvHead(['id', 'given name']).slice(1)).toBe('"id","given name"\r\n')
  expect(csvRow([1, true, null, 'Müller 王 عمر 😀'])).toBe('"1","true","","Müller 王 عمر 😀"\r\n')
})

test('times are in UTC with milliseconds', () => {
  expect(csvRow([new Date('2026-03-01T10:00:00+01:00')])).toBe('"2026-03-01T09:00:00.000Z"\r\n')
})

test.each([
  '=1+1',
  '@SUM(1)',
  '－2+3',
  '\u200E=1',
  ' =1',
  '\t=1',
  '\rx',
  '\n1',
  '+cmd|x',
  '-1+2',
  '＝1',
])('the text %j does not run in a spreadsheet', (text) => {
  expect(csvRow([text])).toBe(`"'${text}"\r\n`)
  expect(withoutGuard(`'${text}`)).toBe(text)
})

test('quotes and separators stay within their cell', () => {
  expect(csvRow(['a"b;=c', 'x,y'])).toBe('"a""b;=c","x,y"\r\n')
})

test.each(['+441632960000', '+44 1632 960000', "'Abd al-Rahman", 'Ó Briain', "'", ''])(
  '%j is left as it is, and read again as it was',
  (text) => {
    expect(csvRow([text])).toBe(`"${text}"\r\n`)
    expect(withoutGuard(text)).toBe(text)
  },
)

test.each(['-x-', "'=1", "''=1"])('%j is read again as it was', (text) => {
  const cell = csvRow([text]).slice(1, -3).replaceAll('""', '"')
  expect(withoutGuard(cell)).toBe(text)
})

import fc from 'fast-check'
import { z } from 'zod'
import type { Contract } from '#lib/api/contract/define.ts'

export interface OddBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** Ids of existing rows: a request with one gets further than a request with none. */
export type KnownIds = readonly number[]

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

const megabyte = 1024 * 1024

/** Texts that often break programs, and some that the rules accept. */
const texts: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\u0001\u001f\u007f',
    '\r\n',
    '\\',
    "'; DROP TABLE users; --",
    '%',
    '_',
  ],
  ...[
    '\ud800',
    'a\udfff',
    '\ufeff',
    '\u202egnp',
    '\ufffe',
    'ﬃ',
    'İ',
    'ß',
    '👩‍👩‍👧‍👦',
    'e\u0301'.repeat(40),
  ],
  ...['<script>', '&lt;', '{{7*7}}', '%{x}', '__proto__', 'constructor', 'null', 'NaN', '1e999'],
  ...[
    'x'.repeat(39),
    'x'.repeat(251),
    '𝒳'.repeat(61),
    'x'.repeat(5000),
    '٣٤',
    '-0',
    '0x10',
    '1_000',
  ],
  ...[
    'someone@example.org',
    'http://a.example/b',
    'https://a.example',
    'custom:/cb',
    'http://[::1',
  ],
  ...['an-identifier', 'Correct-horse-9', '1990-02-31', '2000-01-01', 'Europe/Lisbon', 'en', 'low'],
  ...[
    'urn:authserver:level1',
    'on',
    'default',
    'USA_0',
    'male',
    '12345678',
    'none',
    'now',
    'email',
  ],
  // Times at and beyond what the databases hold, also as places in lists.
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'],
  ...['2026-03-04T12:00:00Z', '+275760-09-13T00:00:00Z', '0000-01-01', '9999-12-31'],
  ...['999999999999999-1', '8640000000000000-1', '253402300799999-1'],
]

const numbers: readonly number[] = [
  ...[0, -0, 1, -1, 2, 200, 201, 1.5, -0.1, 65_535, 65_536, 160_000_001, 2 ** 31 - 1, 2 ** 31],
  ...[-(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53), 2 ** 53, 2 ** 63, 1e21, 1e300, -1e300],
]

const oddText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 300 }))
const plausibleText = fc.oneof(
  fc.nat().map((number) => `an-identifier-${number}`),
  fc.nat().map((number) => `someone-${number}@example.org`),
  fc.constantFrom(...texts.slice(texts.indexOf('someone@example.org'))),
)
const text = fc.oneof({ weight: 3, arbitrary: plausibleText }, { weight: 2, arbitrary: oddText })
const scalar = fc.oneof(text, fc.constantFrom(...numbers), fc.boolean(), fc.constant(null))
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar))

/** A path segment: an existing id, an unknown id, or no id at all. */
export function oddSegment(known: KnownIds): fc.Arbitrary<string> {
  const escapes = [
    '%00',
    '%FF',
    '%',
    '%2e%2e%2e',
    '%2F',
    'a%20b',
    '1;2',
    '+1',
    '007',
    '1.0',
    '-9',
    'Ⅷ',
  ]
  const limits = [
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(400),
  ]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known.map(String)) },
    { weight: 2, arbitrary: fc.constantFrom(...escapes, ...limits) },
    { weight: 1, arbitrary: fc.constantFrom(...numbers.map(String)) },
    { weight: 1, arbitrary: text.map((one) => `x${encodeURIComponent(one.toWellFormed())}`) },
  )
}

/** An operation's query string with its question mark, of known and unknown names. */
export function oddQuery({ query }: Contract): fc.Arbitrary<string> {
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const pair = fc
    .tuple(
      fc.constantFrom('page', '__proto__', ...names),
      fc.oneof(text, fc.constantFrom(...numbers)),
    )
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
  const broken = fc.constantFrom('page=%FF', 'size[]=1', 'page', '=', '%00=%00', 'a&&b', 'page=1+1')
  return fc.array(fc.oneof(pair, broken), { maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`)
}

/** A body for an operation: of the right form with odd values, or of no valid form. */
export function oddBody(contract: Contract, known: KnownIds): fc.Arbitrary<OddBody> {
  if (contract.upload) return fc.oneof(oddForm(contract.upload), brokenJson)
  if (!contract.body) return brokenJson
  const schema = z.toJSONSchema(contract.body, { io: 'input', target: 'openapi-3.0' }) as JsonSchema
  return fc.oneof(
    { weight: 6, arbitrary: valueLike(schema, known).map((value) => json(JSON.stringify(value))) },
    { weight: 1, arbitrary: brokenJson },
  )
}

/** A value of the schema's form; any part of it may be something else. */
function valueLike(schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: wellFormed(schema, known) },
    { weight: 1, arbitrary: anything },
  )
}

function wellFormed(schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, of]) => [name, valueLike(of, known)]),
        ),
        { requiredKeys: [] },
      )
    case 'array':
      return listLike(schema.items ?? {}, known)
    case 'integer':
      return fc.oneof(fc.constantFrom(...known), fc.constantFrom(...numbers))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text
    default:
      return anything
  }
}

function listLike(items: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  const short = fc.array(valueLike(items, known), { maxLength: 5 })
  const long = fc
    .tuple(wellFormed(items, known), fc.constantFrom(201, 1001, 20_000))
    .map(([item, length]) => Array.from({ length }, () => item))
  return fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: long })
}

/** Bodies that are not the expected JSON object, not JSON, or too long. */
const brokenJson: fc.Arbitrary<OddBody> = fc
  .oneof(
    fc.constantFrom(
      ...[
        '',
        ' ',
        '{',
        '}',
        '{}',
        '[]',
        'null',
        'true',
        '"text"',
        '12',
        '-',
        '01',
        '{"a":1,}',
        "{'a':1}",
      ],
      ...[
        '{} {}',
        '{}x',
        '\ufeff{}',
        '{"__proto__":{"enabled":true}}',
        '{"constructor":1}',
        'NaN',
        '1e999',
      ],
      ...['{"description":"\\ud800"}', '{"description":"\\u0000"}', '{"page":1e400}', '/* */{}'],
    ),
    fc.constantFrom(10, 10_000, 200_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc
      .constantFrom(10_000)
      .map((depth) => `${'{"description":'.repeat(depth)}1${'}'.repeat(depth)}`),
    fc.constantFrom(megabyte, 2 * megabyte).map((size) => `{"description":"${'x'.repeat(size)}"}`),
    fc.json(),
  )
  .chain((one) => fc.constantFrom(json(one), { ...json(one), type: 'text/plain' }, utf16(one)))

function json(body: string): OddBody {
  return { bytes: new TextEncoder().encode(body), type: 'application/json' }
}

/** UTF-16 text, also under the media type of forms. */
function utf16(body: string): OddBody {
  return {
    bytes: new Uint8Array(Buffer.from(body, 'utf16le')),
    type: 'application/json; charset=utf-16',
  }
}

/** Multipart forms with and without a file; some are cut off. */
function oddForm(field: string): fc.Arbitrary<OddBody> {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')
  const huge = Buffer.from(png)
  huge.writeUInt32BE(2 ** 31 - 1, 16)
  const gif = Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00', 'latin1')
  const contents = [
    Buffer.alloc(0),
    png,
    huge,
    gif,
    Buffer.from('<svg/>'),
    Buffer.alloc(4 * megabyte, 1),
  ]
  const content = fc.oneof(
    fc.constantFrom(...contents),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  const name = fc.constantFrom(field, field, 'file', '', '__proto__')
  const cut = fc.constantFrom(0, 0, 0, 1, 10)
  return fc.tuple(content, name, cut).map(([bytes, part, cutOff]) => {
    const head = `--limit\r\nContent-Disposition: form-data; name="${part}"; filename="a\\b.png"\r\n\r\n`
    const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--limit--\r\n')])
    return {
      bytes: new Uint8Array(form.subarray(0, form.length - cutOff)),
      type: 'multipart/form-data; boundary=limit',
    }
  })
}

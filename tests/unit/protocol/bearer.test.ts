import { describe, expect, it } from 'vitest'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { noParameters, parseParameters } from '#lib/base/text/parameters.ts'
import { findAccessToken, tokenChallenge } from '#lib/protocol/bearer.ts'

interface Asked {
  readonly method?: string
  readonly header?: string
  readonly form?: string
  readonly query?: string
}

function incoming({ method = 'POST', header, form, query = '' }: Asked): Incoming {
  return {
    method,
    path: '/userinfo',
    params: {},
    query: parseParameters(query),
    form: form === undefined ? noParameters : parseParameters(form),
    body: new Uint8Array(),
    contentType: form === undefined ? '' : 'application/x-www-form-urlencoded',
    authorization: header ?? null,
    ifNoneMatch: null,
    cookies: {
      session: null,
      browser: null,
      known: null,
      device: null,
      console: null,
      handshakes: new Map(),
    },
  }
}

const found: [string, Asked, string][] = [
  ['in the header', { header: 'Bearer abc.def.ghi' }, 'abc.def.ghi'],
  ['in the header of a GET', { method: 'GET', header: 'Bearer abc' }, 'abc'],
  ['whatever the case of the scheme', { header: 'bEaReR abc' }, 'abc'],
  ['after more than one space', { header: 'Bearer   abc' }, 'abc'],
  ['in the form of a POST', { form: 'a=1&access_token=abc' }, 'abc'],
  ['in the form beside another scheme', { header: 'Basic YTpi', form: 'access_token=abc' }, 'abc'],
  ['in the form beside an empty header', { header: 'Bearer ', form: 'access_token=abc' }, 'abc'],
  [
    'in the header beside an empty parameter',
    { header: 'Bearer abc', form: 'access_token=' },
    'abc',
  ],
]

const none: [string, Asked][] = [
  ['nothing was sent', {}],
  ['the header is empty', { header: '' }],
  ['the scheme stands alone', { header: 'Bearer' }],
  ['the token is blank', { header: 'Bearer   ' }],
  ['the scheme is another', { header: 'Basic YTpi' }],
  ['another scheme has a list of its own', { header: 'Digest username="a", realm="b"' }],
  ['a quoted text of another scheme looks like two', { header: 'Digest username="a, Bearer b"' }],
  ['a quote stands in such a text', { header: 'Digest username="\\", Bearer b", realm="c"' }],
  ['such a text never ends', { header: 'Digest username="a, Bearer b' }],
  ['such a text ends in the middle of an escape', { header: 'Digest username="a, Bearer b\\' }],
  ['a parameter of another scheme has blanks around its sign', { header: 'Hawk id = "a", ts = 1' }],
  ['an element of the list is empty', { header: 'Digest username="a",, realm="b"' }],
  ['the scheme only begins alike', { header: 'Bearerabc' }],
  ['the parameter is empty', { form: 'access_token=' }],
  ['the token stands in the query', { query: 'access_token=abc' }],
  ['the form is that of a GET', { method: 'GET', form: 'access_token=abc' }],
]

const refused: [string, Asked, string][] = [
  ['two Bearer headers', { header: 'Bearer abc, Bearer abc' }, 'header-repeated'],
  ['a Bearer and a Basic header', { header: 'Basic YTpi, Bearer abc' }, 'header-repeated'],
  ['an empty header before a Bearer one', { header: ', Bearer abc' }, 'header-repeated'],
  ['a Bearer header and one of any scheme', { header: 'Bearer abc, Token def' }, 'header-repeated'],
  [
    'a Bearer header and one with parameters',
    { header: 'Bearer a, Hawk id="b"' },
    'header-repeated',
  ],
  [
    'two headers of another scheme',
    { header: 'Negotiate YQ==, Negotiate YQ==' },
    'header-repeated',
  ],
  [
    'two headers with parameters',
    { header: 'Digest username="a", realm="b", Digest username="a"' },
    'header-repeated',
  ],
  [
    'a Bearer header without a token beside another',
    { header: 'Bearer, Digest a="b"' },
    'header-repeated',
  ],
  ['a form with a bad escape', { form: 'access_token=%zz' }, 'body-unreadable'],
  ['a bad form beside a header', { header: 'Bearer abc', form: '%' }, 'body-unreadable'],
  ['two parameters', { form: 'access_token=a&access_token=a' }, 'parameter-repeated'],
  ['two parameters, one empty', { form: 'access_token=&access_token=a' }, 'parameter-repeated'],
  ['header and form', { header: 'Bearer a', form: 'access_token=a' }, 'two-methods'],
  [
    'two headers and a bad form: the headers are told',
    { header: 'Bearer a, Bearer b', form: '%' },
    'header-repeated',
  ],
]

const off = { dpop: false }
const on = { dpop: true }

describe('a bearer token', () => {
  it.each(found)('is found %s', (_, asked, token) => {
    expect(findAccessToken(incoming(asked), off)).toEqual({
      kind: 'token',
      token,
      scheme: 'Bearer',
    })
  })

  it.each(none)('is absent when %s', (_, asked) => {
    expect(findAccessToken(incoming(asked), off)).toEqual({ kind: 'none' })
  })

  it.each(refused)('is refused when it comes in %s', (_, asked, reason) => {
    expect(findAccessToken(incoming(asked), off)).toEqual({ kind: 'refused', reason })
  })
})

describe('the Bearer challenge', () => {
  it('says nothing more than the realm when no token was sent', () => {
    expect(tokenChallenge('Bearer')).toBe('Bearer realm="authserver"')
  })

  it('names error, description and the scope that would have been enough', () => {
    const error = { error: 'insufficient_scope', description: 'Insufficient scope.' }
    expect(tokenChallenge('Bearer', error, 'openid')).toBe(
      'Bearer realm="authserver", error="insufficient_scope", error_description="Insufficient scope.", scope="openid"',
    )
  })

  it('lists the algorithms of proofs for the scheme DPoP', () => {
    const error = { error: 'invalid_token', description: 'No.' }
    expect(tokenChallenge('DPoP', error)).toBe(
      'DPoP realm="authserver", error="invalid_token", error_description="No.", algs="ES256 ES384 Ed25519 EdDSA PS256 RS256"',
    )
  })
})

describe('the scheme DPoP', () => {
  it.each(['DPoP abc', 'dpop abc', 'DPOP \t abc'])(
    'is found without regard to case: %s',
    (header) => {
      const found = { kind: 'token', token: 'abc', scheme: 'DPoP' }
      expect(findAccessToken(incoming({ header }), on)).toEqual(found)
      expect(findAccessToken(incoming({ header }), off)).toEqual({ kind: 'none' })
    },
  )

  it.each(['DPoP a, Bearer b', 'Bearer a, DPoP b', 'DPoP a, DPoP b'])(
    'is refused beside another header: %s',
    (header) => {
      const refusal = { kind: 'refused', reason: 'header-repeated' }
      expect(findAccessToken(incoming({ header }), on)).toEqual(refusal)
    },
  )

  it('is refused beside a token in the form', () => {
    const asked = incoming({ header: 'DPoP a', form: 'access_token=a' })
    expect(findAccessToken(asked, on)).toEqual({ kind: 'refused', reason: 'two-methods' })
  })
})

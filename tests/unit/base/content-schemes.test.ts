import { expect, test } from 'vitest'
import { isUsableRedirectUri } from '#lib/base/network/url.ts'

const schemes = ['about', 'blob', 'data', 'javascript', 'vbscript', 'view-source']

test.each(schemes)('no browser is sent to %s:, in whatever case', (scheme) => {
  for (const written of [scheme, scheme.toUpperCase()]) {
    expect(isUsableRedirectUri(`${written}:x`)).toBe(false)
    expect(isUsableRedirectUri(`${written}://client.example/callback`)).toBe(false)
  }
})

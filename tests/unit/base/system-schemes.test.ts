import { expect, test } from 'vitest'
import { systemScheme } from '#lib/base/network/system-schemes.ts'

const named =
  'javascript data file ftp mailto tel sms smb ldap ssh shell search-ms jar res mhtml mk devtools edge intent'
const beginnings =
  'ms-settings ms-word ms-appinstaller chrome chrome-search microsoft-edge-holographic itms-services itms-apps moz-extension x-apple.systempreferences'

test.each(`${named} ${beginnings}`.split(' '))(
  '%s: belongs to the system or the browser',
  (scheme) => {
    for (const written of [scheme, scheme.toUpperCase()]) {
      expect(systemScheme(`${written}:x`)).toBe(scheme)
      expect(systemScheme(`${written}://client.example/callback`)).toBe(scheme)
    }
  },
)

test.each([
  'https://app.example/cb',
  'http://127.0.0.1/cb',
  'com.example.app:/callback',
  'msauth.com.example.app://auth',
  'cursor://anysphere.cursor/callback',
  'vscode://extension/callback',
  'operations-app:/cb',
  'searchlight:/cb',
  'filer:/cb',
])('%s may be an application’s own', (uri) => {
  expect(systemScheme(uri)).toBeNull()
})

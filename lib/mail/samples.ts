import type { MessageName, MessageValues } from './messages.ts'

const name = 'Ada Lovelace'
const code = 'sample-code-of-thirty-two-letters'

const happened = {
  at: new Date('2026-11-26T09:42:00Z'),
  timeZone: 'Europe/Berlin',
  browser: 'Chrome 131',
  system: 'Windows',
  ipAddress: '203.0.113.24',
}
const secured = { name, happened, link: 'https://login.example/forgot-password' }

/** Sample values of every message, for previews; the type requires every message. */
export const messageSamples: { readonly [Name in MessageName]: MessageValues[Name] } = {
  'forgot-password': { name, link: `https://login.example/reset-password?code=${code}` },
  'set-password': { name, link: `https://login.example/reset-password?code=${code}` },
  'choose-password': { name, link: `https://login.example/reset-password?code=${code}` },
  activate: { link: `https://login.example/account/activate?code=${code}`, code: 'XKR482' },
  welcome: { link: 'https://login.example/account/overview' },
  'already-registered': { link: 'https://login.example/forgot-password' },
  'verification-code': {
    name,
    code: 'XKR482',
    link: 'https://login.example/account/email-verification',
  },
  'address-confirmation': {
    name,
    code: 'XKR482',
    link: 'https://login.example/account/email?code=XKR482',
  },
  'address-pending': secured,
  'address-changed': { name, happened },
  'address-set': { name, happened },
  'factor-code': { name, code: 'XKR482', link: 'https://login.example/account/passkeys' },
  'password-changed': {
    ...secured,
    ways: {
      listed: [
        { kind: 'provider', name: 'Google', addedAt: new Date('2026-11-20T08:00:00Z') },
        { kind: 'passkey', name: 'iPhone', addedAt: new Date('2025-02-03T08:00:00Z') },
        { kind: 'app', name: '', addedAt: null },
      ],
      timeZone: 'Europe/Berlin',
    },
  },
  'two-factor-enabled': secured,
  'two-factor-disabled': secured,
  'authenticator-replaced': secured,
  'sign-in-link': { name, link: `https://login.example/sign-in-link?code=${code}` },
  'sign-in-link-needed': { name, link: 'https://login.example/sign-in-link' },
  'wrong-codes': secured,
  'passkey-added': secured,
  'passkey-removed': secured,
  'passkey-copied': secured,
  'passkey-synced': secured,
  'provider-code': { code: 'XKR482' },
  'provider-linked': { ...secured, provider: 'Google' },
  'provider-unlinked': { ...secured, provider: 'Google' },
  'recovery-codes-made': secured,
  'recovery-code-used': { ...secured, left: 9 },
  'new-sign-in': { ...secured, link: 'https://login.example/account/sessions', more: 2 },
  test: {},
}

/** Every message name, in the order of the type. */
export const messageNames = Object.keys(messageSamples) as readonly MessageName[]

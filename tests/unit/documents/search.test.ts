import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { expect, it } from 'vitest'
import { find, indexOptions } from '#app/views/document/search-index.ts'
import { readCatalog, renderSearch } from '#lib/documents/render.ts'

const catalog = readCatalog(join(import.meta.dirname, '..', '..', '..', 'docs'))
const index = new MiniSearch(indexOptions)
index.addAll(renderSearch(catalog))

/** What people type, and the address of the best answer, without `/docs/`. */
const questions: readonly (readonly [query: string, answer: string])[] = [
  ['logout', 'reference/sign-out'],
  ['CORS', 'integrate/single-page-app#cors-errors'],
  ['redirect_uri mismatch', 'operate/troubleshooting#an-application-cannot-sign-people-in'],
  ['invalid_grant', 'operate/troubleshooting#invalid_grant-invalid_client-and-the-other-codes'],
  ['invalid_client', 'operate/troubleshooting#invalid_grant-invalid_client-and-the-other-codes'],
  ['pkce_verifier_mismatch', 'integrate/errors#all-rules'],
  ['docker', 'operate/docker'],
  ['reverse proxy', 'operate/reverse-proxy'],
  ['backup', 'operate/backup-and-restore'],
  ['upgrade', 'operate/upgrading'],
  ['rate limit', 'operate/sign-in-limits'],
  ['audience', 'integrate/claims#audience-aud'],
  ['install', 'quickstart'],
  ['change port', 'operate/settings#change-the-port-or-the-address'],
  ['passkey', 'passkeys'],
  ['webauthn', 'passkeys'],
  ['recovery code', 'recovery-codes'],
  ['lost phone', 'sign-in-methods#a-lost-phone-or-passkey'],
  ['new phone', 'sign-in-methods#a-new-phone'],
  ['2fa', 'integrate/step-up'],
  ['back-channel logout', 'reference/back-channel-logout'],
  ['refresh token', 'reference/token-endpoint#refresh-token'],
  ['groups claim', 'integrate/claims'],
  ['401', 'integrate/call-your-api#when-the-api-answers-401'],
  ['too many requests', 'operate/troubleshooting#too-many-requests'],
  ['encryption key lost', 'operate/troubleshooting#the-encryption-key-is-lost'],
  ['ldap', 'integrate/not-supported'],
  ['mobile app', 'integrate/mobile-app'],
  ['service to service', 'quickstart/service'],
  ['moving to PostgreSQL', 'operate/moving-to-postgresql'],
  ['next-auth', 'integrate/nextjs-authjs'],
  ['react', 'integrate/frameworks/react'],
  ['grafana', 'integrate/products#grafana'],
  ['keycloak', 'integrate/migrate-from-keycloak'],
  ['MCP server', 'integrate/mcp'],
  ['private_key_jwt', 'reference/private-key-jwt'],
  ['PAR', 'reference/pushed-requests'],
  ['DPoP', 'reference/dpop'],
  ['device grant', 'reference/device-grant'],
  ['logo', 'branding#logo-and-icon'],
  ['prometheus metrics', 'operate/monitoring#metrics'],
]

it.each(questions)('“%s” finds %s first', (query, answer) => {
  expect(find(index, query)[0]?.id).toBe(`/docs/${answer}`)
})

it('finds while the last word is still being typed, and forgives a slip', () => {
  expect(find(index, 'reverse pro')[0]?.id).toBe('/docs/operate/reverse-proxy')
  expect(find(index, 'troubelshooting')[0]?.id).toContain('/docs/operate/troubleshooting')
})

it('finds sections with some of the words if none has all of them', () => {
  expect(find(index, 'docker zzyzx')[0]?.id).toBe('/docs/operate/docker')
  expect(find(index, 'zzyzx')).toEqual([])
})

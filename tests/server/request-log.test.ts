import { expect, it } from 'vitest'
import { redactQuery } from '#lib/server/request-log.ts'

it('shows the values of harmless parameters only', () => {
  expect(redactQuery('client_id=app&scope=openid&state=s3cret&code=abc&id_token_hint=ey')).toBe(
    'client_id=app&scope=openid&state=***&code=***&id_token_hint=***',
  )
})

it('clips what is long', () => {
  const shown = redactQuery(`scope=${'x'.repeat(500)}&${'n'.repeat(100)}=1`)
  expect(shown).toBe(`scope=${'x'.repeat(200)}&${'n'.repeat(60)}=***`)
})

import { describe, expect, test } from 'vitest'
import {
  consumersTenant,
  metadataIssuer,
  servesThePublic,
  tokenIssuer,
} from '#lib/domain/identity-providers/presets.ts'

const own = '11111111-2222-3333-4444-555555555555'
const foreign = '99999999-8888-7777-6666-555555555555'
const of = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

describe('the issuer of Microsoft', () => {
  test.each([
    ['common', of('{tenantid}')],
    ['organizations', of('{tenantid}')],
    ['consumers', of(consumersTenant)],
    [own, of(own)],
  ])('in the metadata of %s', (tenant, expected) => {
    expect(metadataIssuer('microsoft', of(tenant))).toBe(expected)
  })

  test.each([
    ['common', own, of(own)],
    ['common', consumersTenant, of(consumersTenant)],
    ['organizations', own, of(own)],
    ['organizations', consumersTenant, null],
    ['consumers', consumersTenant, of(consumersTenant)],
    ['consumers', own, null],
    [own, own, of(own)],
    [own, foreign, null],
    ['common', undefined, null],
    ['common', '../x', null],
    ['common', own.replace('1', 'A'), null],
  ])('in a token for %s from the tenant %s', (tenant, tid, expected) => {
    expect(tokenIssuer('microsoft', of(tenant), tid)).toBe(expected)
  })

  test('with a placeholder is that of no other provider', () => {
    const issuer = 'https://id.example/{tenantid}'
    expect(metadataIssuer('oidc', 'https://id.example/common/v2.0')).toBe(
      'https://id.example/common/v2.0',
    )
    expect(tokenIssuer('oidc', issuer, own)).toBe(issuer)
  })
})

test.each([
  ['google', 'https://accounts.google.com', true],
  ['github', 'https://github.com', true],
  ['github', 'https://git.firma.example', false],
  ['gitlab', 'https://gitlab.com', true],
  ['gitlab', 'https://gitlab.firma.example', false],
  ['microsoft', of('common'), true],
  ['microsoft', of('organizations'), true],
  ['microsoft', of('consumers'), true],
  ['microsoft', of(own), false],
  ['oidc', 'https://id.example', false],
])('%s at %s serves the public: %s', (preset, issuer, expected) => {
  expect(servesThePublic(preset, issuer)).toBe(expected)
})

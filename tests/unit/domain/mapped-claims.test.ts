import { describe, expect, test } from 'vitest'
import {
  claimAt,
  groupsIn,
  mappedClaims,
  profileIn,
} from '#lib/domain/identity-providers/mapped-claims.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'

const ctx = { now: new Date('2026-01-01') }

describe('a claim', () => {
  const claims = {
    department: 'Sales',
    'https://firma.example/roles': ['a'],
    resource_access: { app: { roles: ['b'] }, list: [1] },
    nothing: null,
  }
  test.each([
    ['department', 'Sales'],
    ['https://firma.example/roles', ['a']],
    ['resource_access.app.roles', ['b']],
    ['resource_access.list.0', undefined],
    ['resource_access.app.roles.length', undefined],
    ['resource_access.other', undefined],
    ['nothing', null],
    ['nothing.more', undefined],
    ['constructor', undefined],
    ['department.length', undefined],
    ['__proto__.toString', undefined],
  ])('%s', (path, value) => {
    expect(claimAt(claims, path)).toEqual(value)
  })
})

describe('groups of', () => {
  test.each([
    [{}, { missing: 'absent' }],
    [{ groups: null }, { missing: 'absent' }],
    [{ groups: [] }, { values: [] }],
    [{ groups: 'a' }, { values: ['a'] }],
    [{ groups: ['a', 'b'] }, { values: ['a', 'b'] }],
    [{ groups: {} }, { missing: 'unreadable' }],
    [{ groups: 7 }, { missing: 'unreadable' }],
    [{ groups: [{ name: 'a' }] }, { missing: 'unreadable' }],
    [{ groups: ['a', null] }, { missing: 'unreadable' }],
    [{ _claim_names: { groups: 'src1' } }, { missing: 'elsewhere' }],
    [{ _claim_names: { groups: 'src1' }, groups: [] }, { missing: 'elsewhere' }],
    [{ _claim_names: { other: 'src1' }, groups: ['a'] }, { values: ['a'] }],
    [{ _claim_names: 'groups' }, { missing: 'absent' }],
    [{ hasgroups: true }, { missing: 'too_many' }],
    [{ hasgroups: 'true', groups: [] }, { missing: 'too_many' }],
    [{ hasgroups: false, groups: [] }, { values: [] }],
  ])('%j are %j', (claims, said) => {
    expect(groupsIn({ groupsClaim: 'groups' }, claims)).toEqual(said)
  })
})

describe('the profile', () => {
  const providerOf = (profile: object, syncProfile: string, groupsClaim = '') =>
    ({
      profileClaims: JSON.stringify(profile),
      syncProfile,
      groupsClaim,
    }) as IdentityProviderRecord

  test('is what fits the rules of its fields; everything else is left out', () => {
    const provider = providerOf(
      {
        givenName: 'given_name',
        familyName: 'family_name',
        nickname: 'nick',
        website: 'website',
        gender: 'gender',
        dateOfBirth: 'birthdate',
        zoneInfo: 'zoneinfo',
        locale: 'locale',
      },
      'always',
    )
    const good = {
      given_name: '  Zoe ',
      family_name: 'Mu\u0308ller',
      nick: 'Zo',
      website: 'https://zoe.example',
      gender: 'female',
      birthdate: '1990-02-28',
      zoneinfo: 'Europe/Berlin',
      locale: 'de',
    }
    expect(profileIn(ctx, provider, good, false)).toEqual({
      givenName: 'Zoe',
      familyName: 'Müller',
      nickname: 'Zo',
      website: 'https://zoe.example',
      gender: 'female',
      birthDate: '1990-02-28',
      zoneInfo: 'Europe/Berlin',
      zoneInfoCountryName: 'Germany',
      locale: 'de',
    })
    const bad = {
      given_name: '<b>Zoe</b>',
      family_name: 'x'.repeat(65),
      nick: ['Zo'],
      website: 'javascript:alert(1)',
      gender: 'W',
      birthdate: '1990-02-30',
      zoneinfo: 'Mars/Base',
      locale: 'xx-XX-unknown',
    }
    expect(profileIn(ctx, provider, bad, false)).toEqual({})
    expect(profileIn(ctx, provider, {}, false)).toEqual({})
    expect(profileIn(ctx, provider, { given_name: '' }, false)).toEqual({ givenName: '' })
  })

  test.each([
    ['creation', true, true],
    ['creation', false, false],
    ['always', true, true],
    ['always', false, true],
    ['never', true, false],
    ['never', false, false],
  ])('%s, a new account: %j, is taken over: %j', (syncProfile, isNew, isTaken) => {
    const provider = providerOf({ nickname: 'nick' }, syncProfile, 'groups')
    expect(profileIn(ctx, provider, { nick: 'Zo' }, isNew)).toEqual(
      isTaken ? { nickname: 'Zo' } : {},
    )
    expect(mappedClaims(provider, isNew)).toEqual(isTaken ? ['nick', 'groups'] : ['groups'])
  })
})

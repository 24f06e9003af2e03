import { describe, expect, test } from 'vitest'
import { type AcrLevel, acrLevels, isAtLeast } from '#lib/domain/sign-in/acr.ts'
import {
  decide,
  type InteractionState,
  type IssueDecision,
  looksAtApproval,
  type RefuseDecision,
} from '#lib/protocol/authorize/decide.ts'
import { decideSilently } from '#lib/protocol/authorize/decide-silently.ts'
import { everyState, session, state, user } from '#tests/protocol/authorize/every-state.ts'

const [level1, optional, mandatory] = acrLevels

/** The step, followed by the issued or refused result. */
function told(decision: ReturnType<typeof decide>): string {
  if (decision.step === 'refuse') return `refuse ${decision.error}: ${decision.description}`
  if (decision.step !== 'issue') return decision.step
  const { kind, acrLevel, authMethods } = decision.proof
  return `issue ${kind} ${acrLevel.split(':').at(-1)} ${authMethods}`
}

const fresh = { first: { state: 'current', by: 'pwd' } } as const
const outdated = { first: { state: 'outdated', by: 'pwd' } } as const
const disabled = 'refuse access_denied: This user account is disabled.'
const nothingLeft = 'refuse access_denied: The user holds none of the requested scopes.'

describe('who is it', () => {
  test.each<[string, Partial<InteractionState>, string]>([
    ['nobody is signed in', { session: null, user: null }, 'sign-in'],
    ['the session is over', { session: session({ live: false }) }, 'sign-in'],
    ['max_age is exceeded', { session: session({ recent: false }) }, 'sign-in'],
    ['prompt=login', { prompt: ['login'] }, 'sign-in'],
    ['another account is wanted', { wantsOtherAccount: true }, 'sign-in'],
    ['the hint names another user', { user: user({ hinted: false }) }, 'sign-in'],
    ['the session is good', {}, 'issue reused level1 pwd'],
    ["the session's user is disabled", { user: user({ enabled: false }) }, disabled],
    ['a password was entered', { ...fresh, session: null }, 'issue fresh level1 pwd'],
    ['a password answers prompt=login', { ...fresh, prompt: ['login'] }, 'issue fresh level1 pwd'],
    ['credentials changed since', outdated, 'sign-in'],
    ['the account is gone', { ...fresh, user: null }, disabled],
    ['the account is disabled', { ...fresh, user: user({ enabled: false }) }, disabled],
    [
      'disabling outweighs changed credentials',
      { ...outdated, user: user({ enabled: false }) },
      disabled,
    ],
    [
      'another user signed in than the hinted one',
      { ...fresh, user: user({ hinted: false }) },
      'refuse login_required: A different user signed in than the one named by id_token_hint.',
    ],
  ])('%s', (_, change, expected) => {
    expect(told(decide(state(change)))).toBe(expected)
  })
})

describe('is level 2 owed', () => {
  const on = user({ otpEnabled: true })
  const off = user({ otpEnabled: false })
  const at = (acrLevel: AcrLevel, change = {}) => session({ acrLevel, ...change })
  const stale = { otpConfigurationCurrent: false }

  test.each<[AcrLevel, Partial<InteractionState>, string]>([
    // A fresh sign-in must reach the target level.
    [level1, { ...fresh, user: on }, 'issue fresh level1 pwd'],
    [optional, { ...fresh, user: on }, 'otp'],
    [optional, { ...fresh, user: off }, 'issue fresh level2_optional pwd'],
    [mandatory, { ...fresh, user: on }, 'otp'],
    [mandatory, { ...fresh, user: off }, 'otp-enrollment'],
    [optional, { ...fresh, user: on, second: 'otp' }, 'issue fresh level2_optional pwd otp'],
    [mandatory, { ...fresh, user: on, second: 'otp' }, 'issue fresh level2_mandatory pwd otp'],
    // A session at level 2 does not count for a password that was requested again.
    [optional, { ...fresh, prompt: ['login'], user: on, session: at(mandatory) }, 'otp'],
    // An existing session needs only the missing factor.
    [level1, { user: on, session: at(level1) }, 'issue reused level1 pwd'],
    [level1, { user: on, session: at(mandatory) }, 'issue reused level2_mandatory pwd'],
    [optional, { user: on, session: at(level1) }, 'otp'],
    [optional, { user: off, session: at(level1) }, 'issue stepped-up level2_optional pwd'],
    [optional, { user: on, session: at(optional) }, 'issue reused level2_optional pwd'],
    [optional, { user: off, session: at(mandatory) }, 'issue reused level2_mandatory pwd'],
    [mandatory, { user: on, session: at(optional) }, 'otp'],
    [mandatory, { user: off, session: at(optional) }, 'otp-enrollment'],
    // An old session proves its user again before a second factor is set up.
    [mandatory, { user: off, session: at(optional), mayEnroll: false }, 'sign-in'],
    [mandatory, { ...fresh, user: off, session: at(optional), mayEnroll: false }, 'otp-enrollment'],
    [mandatory, { user: on, session: at(optional), mayEnroll: false }, 'otp'],
    [mandatory, { user: on, session: at(mandatory) }, 'issue reused level2_mandatory pwd'],
    [mandatory, { user: off, session: at(mandatory) }, 'otp-enrollment'],
    // Two-factor settings changed after the session reached level 2.
    [level1, { user: on, session: at(mandatory, stale) }, 'issue reused level2_mandatory pwd'],
    [optional, { user: on, session: at(optional, stale) }, 'otp'],
    [
      optional,
      { user: off, session: at(mandatory, stale) },
      'issue stepped-up level2_optional pwd',
    ],
    [mandatory, { user: on, session: at(mandatory, stale) }, 'otp'],
    [
      mandatory,
      { user: on, session: at(level1), second: 'otp' },
      'issue stepped-up level2_mandatory pwd otp',
    ],
    [
      optional,
      { user: on, session: at(mandatory, stale), second: 'otp' },
      'issue stepped-up level2_mandatory pwd otp',
    ],
  ])('target %s, %j', (targetAcr, change, expected) => {
    expect(told(decide(state({ ...change, targetAcr })))).toBe(expected)
  })
})

describe('must it be approved', () => {
  const manage = 'authserver:manage-account'
  const consent = (change: Partial<InteractionState['consent']>) => ({
    consent: {
      required: false,
      manageAccountExempt: false,
      stored: null,
      answered: null,
      ...change,
    },
  })

  test.each<[string, Partial<InteractionState>, string]>([
    ['nothing left of the scope', { scopes: [] }, nothingLeft],
    ['only offline_access left', { scopes: ['offline_access'] }, nothingLeft],
    ['no consent wanted', {}, 'issue'],
    ['the client wants it', consent({ required: true }), 'consent'],
    ['it was given', consent({ required: true, stored: ['openid'] }), 'issue'],
    [
      'part of it was given',
      { scopes: ['openid', 'email'], ...consent({ required: true, stored: ['openid'] }) },
      'consent',
    ],
    ['prompt=consent', { prompt: ['consent'], ...consent({ stored: ['openid'] }) }, 'consent'],
    [
      'offline_access is asked again and again',
      {
        scopes: ['openid', 'offline_access'],
        ...consent({ stored: ['openid', 'offline_access'] }),
      },
      'consent',
    ],
    ['manage-account the first time', { scopes: [manage] }, 'consent'],
    ['manage-account approved', { scopes: [manage], ...consent({ stored: [manage] }) }, 'issue'],
    [
      'manage-account withdrawn',
      { scopes: [manage, 'openid'], ...consent({ stored: ['openid'] }) },
      'consent',
    ],
    [
      "manage-account through the console's client",
      { scopes: [manage], ...consent({ manageAccountExempt: true }) },
      'issue',
    ],
    [
      'answered in this interaction',
      { prompt: ['consent'], ...consent({ required: true, answered: ['openid'] }) },
      'issue',
    ],
    [
      'what was ticked is not held any more',
      { scopes: ['openid'], ...consent({ answered: ['billing:read'] }) },
      'refuse',
    ],
  ])('%s', (_, change, expected) => {
    const decision = told(decide(state(change)))
    expect(decision).toMatch(new RegExp(`^${expected.replaceAll('.', '\\.')}`))
  })

  test('grants what was ticked and nothing else', () => {
    const scopes = ['openid', 'email', 'offline_access']
    const decision = decide(state({ scopes, ...consent({ answered: ['openid', 'phone'] }) }))
    expect(decision).toMatchObject({ step: 'issue', scopes: ['openid'] })
  })
})

describe('over every combination of states', () => {
  const combinations = everyState()
  const issued = combinations.flatMap((combination) => {
    const decision = decide(combination)
    return decision.step === 'issue' ? [{ combination, decision }] : []
  })

  test('there are many, and some are issued', () => {
    expect(combinations.length).toBeGreaterThan(20_000)
    expect(issued.length).toBeGreaterThan(1_000)
  })

  test('nothing is issued to a disabled user or to another one than hinted', () => {
    for (const { combination } of issued) {
      expect(combination.user).toMatchObject({ enabled: true, hinted: true })
    }
  })

  test('nothing is issued without a password or a usable session', () => {
    for (const { combination } of issued) {
      const { first, prompt, session: held } = combination
      const reused =
        first.state === 'none' && held?.live && held.recent && !prompt.includes('login')
      expect(first.state === 'current' || reused).toBe(true)
    }
  })

  test('the level reached is never below the target', () => {
    for (const { combination, decision } of issued) {
      expect(isAtLeast(decision.proof.acrLevel, combination.targetAcr)).toBe(true)
    }
  })

  test('a mandatory second factor was proven here, or by the session under the same settings', () => {
    const withoutCode = issued.filter(
      ({ combination }) => combination.targetAcr === mandatory && combination.second === 'none',
    )
    expect(withoutCode.length).toBeGreaterThan(0)
    for (const { combination } of withoutCode) {
      expect(combination.first.state).toBe('none')
      expect(combination.user?.otpEnabled).toBe(true)
      expect(combination.session).toMatchObject({
        acrLevel: mandatory,
        otpConfigurationCurrent: true,
      })
    }
  })

  test('only held scopes are granted, never offline_access alone', () => {
    for (const { combination, decision } of issued) {
      expect(combination.scopes).toEqual(expect.arrayContaining([...decision.scopes]))
      expect(decision.scopes.some((scope) => scope !== 'offline_access')).toBe(true)
    }
  })

  test('managing the account is granted only when it was approved', () => {
    const granted = issued.filter(
      ({ combination, decision }) =>
        !combination.consent.manageAccountExempt &&
        decision.scopes.includes('authserver:manage-account'),
    )
    expect(granted.length).toBeGreaterThan(0)
    for (const { combination } of granted) {
      const { stored, answered } = combination.consent
      expect([...(stored ?? []), ...(answered ?? [])]).toContain('authserver:manage-account')
    }
  })

  test('an approval that has no say changes nothing', () => {
    let without = 0
    for (const combination of combinations) {
      const { prompt, scopes, consent } = combination
      if (looksAtApproval(prompt, scopes, consent)) continue
      without++
      for (const stored of [null, [], [...scopes, 'authserver:manage-account']]) {
        const other = { ...combination, consent: { ...consent, stored } }
        expect(decide(other)).toEqual(decide(combination))
        expect(decideSilently(other)).toEqual(decideSilently(combination))
      }
    }
    expect(without).toBeGreaterThan(1_000)
  })

  test('a silent request is issued only what a person would be issued without a page', () => {
    const asked = combinations.filter(
      ({ first, second, prompt, consent: { answered } }) =>
        first.state === 'none' && second === 'none' && prompt.length === 0 && !answered,
    )
    expect(asked.some((combination) => decideSilently(combination).step === 'issue')).toBe(true)
    for (const combination of asked) {
      const silent = decideSilently(combination)
      const shown = decide(combination)
      const asksOffline = combination.scopes.includes('offline_access')
      if (silent.step === 'issue' && !asksOffline) expect(shown).toEqual(silent)
      if (shown.step === 'otp' || shown.step === 'otp-enrollment') expectRefused(silent)
      if (shown.step === 'refuse') expectRefused(silent)
    }
  })
})

function expectRefused(decision: IssueDecision | RefuseDecision): void {
  expect(decision.step).toBe('refuse')
}

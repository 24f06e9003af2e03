import { acrLevels } from '#lib/domain/sign-in/acr.ts'
import type {
  InteractionSession,
  InteractionState,
  InteractionUser,
} from '#lib/protocol/authorize/decide.ts'

/** A valid session of level 1. */
export function session(change: Partial<InteractionSession> = {}): InteractionSession {
  return {
    live: true,
    recent: true,
    acrLevel: 'urn:authserver:level1',
    authMethods: 'pwd',
    otpConfigurationCurrent: true,
    ...change,
  }
}

export function user(change: Partial<InteractionUser> = {}): InteractionUser {
  return {
    enabled: true,
    otpEnabled: false,
    passkeySecondFactor: false,
    hadPasskey: false,
    secondFactor: change.otpEnabled ? 'required' : 'none',
    asks: 'otp',
    hinted: true,
    ...change,
  }
}

/** A state that ends with a code: a valid session, `openid`, no consent required. */
export function state(change: Partial<InteractionState> = {}): InteractionState {
  return {
    prompt: [],
    targetAcr: 'urn:authserver:level1',
    first: { state: 'none', by: 'pwd' },
    second: 'none',
    choosesAccount: false,
    wantsOtherAccount: false,
    awaitsAccount: false,
    links: false,
    hasNewCodes: false,
    offersPasskey: false,
    mayEnroll: true,
    session: session(),
    user: user(),
    scopes: ['openid'],
    consent: { required: false, manageAccountExempt: false, stored: null, answered: null },
    ...change,
  }
}

const flags = [false, true]

/** Every combination of values that the decision depends on. */
export function everyState(): InteractionState[] {
  return everyIdentity().flatMap((identity) =>
    everyConsent().flatMap((consent) =>
      acrLevels.flatMap((targetAcr) =>
        (['none', 'otp'] as const).map((second) => ({
          ...state(),
          ...identity,
          ...consent,
          targetAcr,
          second,
        })),
      ),
    ),
  )
}

function everyIdentity(): Pick<InteractionState, 'prompt' | 'first' | 'session' | 'user'>[] {
  return everyUser().flatMap((who) =>
    everySession().flatMap((held) =>
      (['none', 'current', 'outdated'] as const).flatMap((proof) =>
        ([[], ['login']] as const).map((prompt) => ({
          prompt,
          first: { state: proof, by: 'pwd' as const },
          session: held,
          user: who,
        })),
      ),
    ),
  )
}

function everyUser(): (InteractionUser | null)[] {
  const users = flags.flatMap((enabled) =>
    flags.flatMap((otpEnabled) => flags.map((hinted) => user({ enabled, otpEnabled, hinted }))),
  )
  return [null, ...users]
}

function everySession(): (InteractionSession | null)[] {
  const states = [{}, { recent: false }, { recent: false, live: false }]
  const sessions = states.flatMap((state) =>
    acrLevels.flatMap((acrLevel) =>
      flags.map((otpConfigurationCurrent) =>
        session({ ...state, acrLevel, otpConfigurationCurrent }),
      ),
    ),
  )
  return [null, ...sessions]
}

function everyConsent(): Pick<InteractionState, 'scopes' | 'consent'>[] {
  const manage = 'authserver:manage-account'
  const some = [null, ['openid']]
  const scopeSets = [
    { scopes: ['openid'], answers: some },
    { scopes: [manage, 'openid'], answers: [...some, [manage, 'openid']] },
    { scopes: ['offline_access'], answers: some },
  ]
  return scopeSets.flatMap(({ scopes, answers }) =>
    answers.flatMap((stored) =>
      answers.flatMap((answered) =>
        flags.map((required) => ({
          scopes,
          consent: { required, manageAccountExempt: false, stored, answered },
        })),
      ),
    ),
  )
}

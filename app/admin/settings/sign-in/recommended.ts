import type { SignInSettings } from './values.ts'

/** The recommended ways to sign in: none of them keeps out a user who could sign in before. */
export const recommendedSignIn = {
  passkeysEnabled: true,
  passkeyOfferEnabled: true,
  recoveryCodesEnabled: true,
  rememberBrowserDays: 30,
  newSignInNoticeEnabled: true,
  breachedPasswordCheck: 'service',
} as const satisfies Partial<SignInSettings>

export type RecommendedSignIn = keyof typeof recommendedSignIn

/** What of it is still off. Another choice than the recommended one counts as on. */
export function missingSignIn(settings: Pick<SignInSettings, RecommendedSignIn>) {
  const names = Object.keys(recommendedSignIn) as RecommendedSignIn[]
  return names.filter((name) => !settings[name] || settings[name] === 'off')
}

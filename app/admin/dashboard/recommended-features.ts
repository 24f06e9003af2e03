import { missingSignIn, recommendedSignIn } from '#app/admin/settings/sign-in/recommended.ts'

const recommendedProtocol = { authorizationResponseIssEnabled: true } as const

type ProtocolFeature = keyof typeof recommendedProtocol
type SignIn = Parameters<typeof missingSignIn>[0]
type Protocol = Readonly<Record<ProtocolFeature, boolean>>

/** The recommended features that are still off. */
export function missingFeatures(signIn: SignIn, protocol: Protocol) {
  return [...missingSignIn(signIn), ...missingProtocol(protocol)]
}

/** What to save so that they are on; every other setting stays as it is. */
export function changesForRecommended(signIn: SignIn, protocol: Protocol) {
  return {
    signIn: Object.fromEntries(
      missingSignIn(signIn).map((name) => [name, recommendedSignIn[name]]),
    ),
    protocol: Object.fromEntries(
      missingProtocol(protocol).map((name) => [name, recommendedProtocol[name]]),
    ),
  }
}

function missingProtocol(protocol: Protocol): readonly ProtocolFeature[] {
  const names = Object.keys(recommendedProtocol) as ProtocolFeature[]
  return names.filter((name) => !protocol[name])
}

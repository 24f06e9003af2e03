/** Switches of the settings of sign-in. */
export const signInFeatures = [
  'passkeysEnabled',
  'passkeyOfferEnabled',
  'recoveryCodesEnabled',
] as const
/** Switches of the protocol. */
export const protocolFeatures = ['authorizationResponseIssEnabled'] as const

type SignInFeature = (typeof signInFeatures)[number]
type ProtocolFeature = (typeof protocolFeatures)[number]

/** The recommended features that are still off. */
export function missingFeatures(
  signIn: Readonly<Record<SignInFeature, boolean>>,
  protocol: Readonly<Record<ProtocolFeature, boolean>>,
): readonly (SignInFeature | ProtocolFeature)[] {
  return [
    ...signInFeatures.filter((name) => !signIn[name]),
    ...protocolFeatures.filter((name) => !protocol[name]),
  ]
}

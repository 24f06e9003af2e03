/** The text for the methods of a session or a sign-in. */
export function methodText(authMethods: string) {
  const words = authMethods.split(' ')
  const isLinked = words.includes('fed')
  const first = isLinked ? 'linked' : 'password'
  if (words.includes('otp')) return `own.devices.with_${first}_and_code` as const
  if (words.includes('pop')) {
    const isAlone = !isLinked && !words.includes('pwd')
    return isAlone ? 'own.devices.with_passkey' : (`own.devices.with_${first}_and_passkey` as const)
  }
  // `fed mfa` is a provider that is trusted with both factors.
  const isRecovered = words.includes('mfa') && authMethods !== 'fed mfa'
  return isRecovered
    ? (`own.devices.with_${first}_and_recovery_code` as const)
    : (`own.devices.with_${first}` as const)
}

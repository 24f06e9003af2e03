import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'

/**
 * Whether a change of credentials needs a one-time code beside the password. It does if two-factor authentication is
 * enabled and this sign-in has not verified the current second factor.
 */
export async function owesCode(): Promise<boolean> {
  const { otpEnabled } = await ownAccount()
  if (!otpEnabled) return false
  const { api } = await openConsole()
  const { sessions } = await api.listOwnSessions()
  const own = sessions.find(({ isCurrent }) => isCurrent)
  const proved = own?.authMethods.split(' ').includes('otp') && !own.level2AuthConfigHasChanged
  return !proved
}

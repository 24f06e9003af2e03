import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import type { Confirming } from './factor-form.tsx'

/**
 * What confirms a change of factors: the password alone is not enough for an account with a second factor, unless this
 * sign-in has proven it.
 */
export async function confirming(): Promise<Confirming> {
  const { api } = await openConsole()
  const [{ otpEnabled }, { passkeys }, { sessions }] = await Promise.all([
    ownAccount(),
    api.listOwnPasskeys(),
    api.listOwnSessions(),
  ])
  const words = sessions.find(({ isCurrent }) => isCurrent)?.authMethods.split(' ') ?? []
  const hasProven = words.includes('pop') || words.includes('otp') || words.includes('mfa')
  if (hasProven) return 'password'
  if (otpEnabled) return 'password-and-code'
  return passkeys.some(({ usable }) => usable) ? 'passkey' : 'password'
}

/** Whether claims go into a client's tokens: always, never, or as the server's settings say. */
const claimsSettings = ['on', 'off', 'default'] as const
export type ClaimsSetting = (typeof claimsSettings)[number]

export function isClaimsSetting(word: string): word is ClaimsSetting {
  return claimsSettings.some((known) => known === word)
}

/** An unknown stored value follows the server's settings, as it does when tokens are issued. */
export function claimsSettingOf(stored: string): ClaimsSetting {
  return isClaimsSetting(stored) ? stored : 'default'
}

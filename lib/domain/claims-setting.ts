/** Whether claims are put into a client's tokens: always, never, or as the settings of the server say. */
const claimsSettings = ['on', 'off', 'default'] as const
export type ClaimsSetting = (typeof claimsSettings)[number]

/** True for one of the three words. */
export function isClaimsSetting(word: string): word is ClaimsSetting {
  return claimsSettings.some((known) => known === word)
}

/** A stored word; a damaged one follows the settings, as it does where tokens are made. */
export function claimsSettingOf(stored: string): ClaimsSetting {
  return isClaimsSetting(stored) ? stored : 'default'
}

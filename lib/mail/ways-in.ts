import type { Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import type { Facts } from './letter.ts'

/** The ways to sign in beside the password. */
export interface WaysIn {
  readonly listed: readonly {
    readonly kind: 'passkey' | 'provider' | 'app'
    /** The name of the passkey or provider; '' for the app. */
    readonly name: string
    readonly addedAt: Date | null
  }[]
  /** The recipient's, an IANA name; '' for UTC. */
  readonly timeZone: string
}

/** The ways to sign in as a sentence and a list. */
export function waysFacts({ listed, timeZone }: WaysIn, language: Language): Facts {
  const t = textsIn(language)
  const format = dayFormat(language, timeZone)
  return {
    intro: t('mail.ways.text'),
    listed: listed.map(({ kind, name, addedAt }) => {
      const parts = [name, addedAt ? format.format(addedAt) : '']
      return [t(`mail.ways.${kind}`), parts.filter((part) => part !== '').join(', ') || '–']
    }),
  }
}

function dayFormat(language: Language, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZone || 'UTC' })
  } catch {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  }
}

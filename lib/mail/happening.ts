import type { Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'

/** The time and the origin of a change to an account. */
export interface Happening {
  readonly at: Date
  /** The recipient's time zone, an IANA name; '' for UTC. */
  readonly timeZone: string
  /** The browser that made the change; '' when unknown. */
  readonly browser: string
  readonly system: string
  readonly ipAddress: string
}

/** The known facts as a list of names and values. */
export function happeningFacts(
  { at, timeZone, browser, system, ipAddress }: Happening,
  language: Language,
): (readonly [name: string, value: string])[] {
  const t = textsIn(language)
  const device = browser && system ? t('mail.device_on', { name: browser, system }) : browser
  const facts = [
    [t('mail.when'), momentIn(at, timeZone, language)],
    [t('mail.device'), device],
    [t('mail.ip_address'), ipAddress],
  ] as const
  return facts.filter(([, value]) => value !== '')
}

/** Not from the cache of formats, whose options must be constants of the program. */
function momentIn(at: Date, timeZone: string, language: Language): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const zone = isKnown(timeZone) ? timeZone : 'UTC'
  const moment = new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(at)
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return `${moment} (${place})`
}

function isKnown(timeZone: string): boolean {
  if (timeZone === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

import type { Config } from '#lib/config.ts'
import { readOrKnown } from '#lib/domain/known-while-away.ts'
import { passwordRule } from '#lib/domain/password-rules.ts'
import type { PasswordRuleView } from '#lib/kernel/view.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { cookieName } from './cookies.ts'
import { encodeHeader } from './page-headers.ts'
import { version } from './version.ts'

/** The settings that pages show. */
export interface PageSettings {
  readonly appName: string
  /** A daisyUI theme; empty: light or dark as the visitor's system asks. */
  readonly uiTheme: string
  /** Mail can be sent. */
  readonly smtpEnabled: boolean
  /** What a new password needs. */
  readonly passwordRule: PasswordRuleView
  /** Public address of the server. */
  readonly baseUrl: string
  /** The largest picture that the console uploads, in bytes. */
  readonly pictureMaxBytes: number
  /** Name of the cookie of a sign-in to the console. */
  readonly consoleCookie: string
  /** The version that runs; the console shows it. */
  readonly version: string
}

/** Even where the server would take larger ones (docs/specification.md "Limits"). */
const consolePictureMaxBytes = 3 * 1024 * 1024

/** A page that tells of a silent database has waited for that already, in milliseconds. */
const settingsMillis = 200

/** The settings as they stand, or as they were known last while the database is away. @throws Unavailable */
export async function readSettings(store: Store): Promise<SettingsRecord | null> {
  const { configuration, knownConfiguration } = store
  const { value } = await readOrKnown(configuration, knownConfiguration, settingsMillis)
  return value.settings()
}

/**
 * The settings that pages show, as `pageSettingsHeader` hands them over.
 * @param settings null without the database: a page still says what is wrong
 */
export function encodePageSettings(settings: SettingsRecord | null, config: Config): string {
  return encodeHeader(JSON.stringify(pageSettingsOf(settings, config)))
}

function pageSettingsOf(settings: SettingsRecord | null, config: Config): PageSettings {
  const { appName = config.appName, uiTheme = '', smtpEnabled = false } = settings ?? {}
  const rule = passwordRule(settings?.passwordPolicy ?? '')
  return {
    appName,
    uiTheme,
    smtpEnabled,
    passwordRule: rule,
    baseUrl: config.baseUrl,
    pictureMaxBytes: Math.min(consolePictureMaxBytes, config.profilePictureMaxBytes),
    consoleCookie: cookieName('console', config),
    version,
  }
}

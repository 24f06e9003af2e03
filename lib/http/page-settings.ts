import type { PasswordRuleView } from '#lib/answers/view.ts'
import type { Config } from '#lib/config/config.ts'
import { type BrandingLook, brandingLook, noBranding } from '#lib/domain/branding/branding-look.ts'
import { passwordRule } from '#lib/domain/passwords/password-rules.ts'
import { readOrKnown } from '#lib/domain/sign-in/known-while-away.ts'
import { formerPasskeyHost, signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import { cookieName } from './cookies.ts'
import { version } from './version.ts'

/** The settings that pages show. */
export interface PageSettings {
  readonly appName: string
  /** A daisyUI theme; empty: light or dark, as the visitor's system prefers. */
  readonly uiTheme: string
  /** The company's look. */
  readonly branding: BrandingLook
  /** Whether the server can send mail. */
  readonly smtpEnabled: boolean
  /** Whether people can make passkeys. */
  readonly passkeysEnabled: boolean
  /** The domain of passkeys, where the present address lies outside of it. */
  readonly formerPasskeyHost: string | null
  /** Whether a second factor comes with recovery codes. */
  readonly recoveryCodesEnabled: boolean
  /** Requirements of a new password. */
  readonly passwordRule: PasswordRuleView
  /** Public address of the server. */
  readonly baseUrl: string
  /** Largest picture that the console uploads, in bytes. */
  readonly pictureMaxBytes: number
  /** Name of the console's session cookie. */
  readonly consoleCookie: string
  /** The running version, for the console. */
  readonly version: string
}

/** The console's limit even when the server accepts larger pictures (docs/specification.md "Limits"). */
const consolePictureMaxBytes = 3 * 1024 * 1024

/** The largest picture that the console uploads, in bytes. */
export function pictureMaxBytes(config: Pick<Config, 'profilePictureMaxBytes'>): number {
  return Math.min(consolePictureMaxBytes, config.profilePictureMaxBytes)
}

/** In milliseconds. Short, because a page that reports an unreachable database has already waited for it. */
const settingsMs = 200

/**
 * The current settings, or the last known ones while the database is unreachable.
 * @throws Unavailable
 */
export async function readSettings(store: Store): Promise<SettingsRecord | null> {
  const { configuration, knownConfiguration } = store
  const { value } = await readOrKnown(configuration, knownConfiguration, settingsMs)
  return value.settings()
}

/** @param settings null without the database: a page can still explain the failure */
export async function pageSettingsOf(
  settings: SettingsRecord | null,
  config: Config,
): Promise<PageSettings> {
  const { appName = config.appName, uiTheme = '', smtpEnabled = false } = settings ?? {}
  const features = settings && signInFeatures({ settings, config })
  const rule = passwordRule(settings?.passwordPolicy ?? '')
  return {
    appName,
    uiTheme,
    branding: settings ? await brandingLook(settings) : noBranding,
    smtpEnabled,
    passkeysEnabled: features?.passkeys ?? false,
    formerPasskeyHost: settings && formerPasskeyHost({ settings, config }),
    recoveryCodesEnabled: features?.recoveryCodes ?? false,
    passwordRule: rule,
    baseUrl: config.baseUrl,
    pictureMaxBytes: pictureMaxBytes(config),
    consoleCookie: cookieName('console', config),
    version,
  }
}

import type { Preset } from '#lib/domain/identity-providers/presets.ts'

/** The names of the kinds of providers: names of brands and of a standard, the same in every language. */
export const presetNames: Readonly<Record<Preset, string>> = {
  microsoft: 'Microsoft',
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  oidc: 'OpenID Connect',
}

/** In the order in which they are offered. */
export const offeredPresets = Object.keys(presetNames) as Preset[]

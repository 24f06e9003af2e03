import type { z } from 'zod'
import type { brandingSettings } from '#lib/api/contract/models/branding.ts'
import type { Context } from '#lib/context.ts'
import { type BrandingImageName, brandingImagePath } from '#lib/domain/branding/branding-images.ts'
import { faintLogos } from '#lib/domain/branding/logo-contrast.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'

type BrandingSettings = z.input<typeof brandingSettings>

export async function brandingSettingsToWire(
  { config }: Pick<Context, 'config'>,
  settings: SettingsRecord,
): Promise<BrandingSettings> {
  const faint = await faintLogos(settings)
  const address = (name: BrandingImageName) => {
    const path = brandingImagePath(settings, name)
    return path && `${config.baseUrl}${path}`
  }
  return {
    primaryColor: settings.primaryColor,
    primaryColorDark: settings.primaryColorDark,
    corners: settings.corners as BrandingSettings['corners'],
    supportUrl: settings.supportUrl,
    privacyUrl: settings.privacyUrl,
    termsUrl: settings.termsUrl,
    statusUrl: settings.statusUrl,
    footerText: settings.footerText,
    logoLightUrl: address('logo-light'),
    logoDarkUrl: address('logo-dark'),
    iconUrl: address('icon'),
    warnings: [
      ...(faint.light ? (['low_contrast_light'] as const) : []),
      ...(faint.dark ? (['low_contrast_dark'] as const) : []),
    ],
  }
}

import Link from 'next/link'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { accentContrasts } from '#lib/domain/branding/branding-contrasts.ts'
import { accentSides } from '#lib/domain/branding/branding-style.ts'
import { pageSettings } from '#lib/http/page.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { Images } from './_parts/images.tsx'
import { previewParts } from './_parts/preview-pages.tsx'
import { BrandingForm } from './form.tsx'
import { type Branding, brandingValues } from './values.ts'

/** The company's name, logos, colors and links. */
export default async function BrandingPage() {
  const t = await pageTexts()
  const { api, visitor, language } = await openConsole()
  const settings = await api.getBrandingSettings()
  const { uiTheme } = await pageSettings()
  const source = { ...settings, uiTheme }
  const mayEdit = mayWrite(visitor, 'settings')
  return (
    <>
      <SettingsHeader heading={t('settings.branding.title')} intro={t('settings.branding.intro')} />
      <ClientTexts areas={['settings']}>
        {mayEdit && <AppName />}
        {mayEdit ? (
          <BrandingForm
            action="/admin/settings/branding/submit"
            values={brandingValues(settings)}
            language={language}
            uiTheme={uiTheme}
            accent={{ sides: await accentSides(source), contrasts: await accentContrasts(source) }}
            preview={await previewParts()}
            images={<Images settings={settings} mayEdit />}
          />
        ) : (
          <>
            <BrandingFacts settings={settings} />
            <Images settings={settings} mayEdit={false} />
          </>
        )}
      </ClientTexts>
    </>
  )
}

async function AppName() {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  return (
    <p className="mb-5 flex flex-wrap gap-x-4 gap-y-1">
      <span className="text-muted">{t('settings.branding.name')}</span>
      <bdi className="font-medium [overflow-wrap:anywhere]">{appName}</bdi>
      <Link href="/admin/settings/general" prefetch={false} className="ui-inline-link">
        {t('settings.branding.change_name')}
      </Link>
    </p>
  )
}

async function BrandingFacts({ settings }: { readonly settings: Branding }) {
  const t = await pageTexts()
  const values = brandingValues(settings)
  const facts = [
    [t('settings.branding.primary'), values.primaryColor],
    [t('settings.branding.primary_dark'), values.primaryColorDark],
    [t('settings.branding.corners'), t(`settings.branding.corners_${settings.corners}`)],
    [t('settings.branding.support'), values.supportUrl],
    [t('settings.branding.privacy'), values.privacyUrl],
    [t('settings.branding.terms'), values.termsUrl],
    [t('settings.branding.status'), values.statusUrl],
    [t('settings.branding.footer'), values.footerText],
  ] as const
  return (
    <ReadOnly facts={facts.map(([name, value]) => [name, <bdi key={name}>{value || '–'}</bdi>])} />
  )
}

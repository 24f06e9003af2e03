import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Preset } from '#lib/domain/identity-providers/presets.ts'

interface RegistrationGuideProps {
  readonly preset: Preset
}

/** Where each provider registers an application. */
const consoles: Readonly<Partial<Record<Preset, string>>> = {
  google: 'https://console.cloud.google.com/auth/clients',
  microsoft: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps',
  github: 'https://github.com/settings/developers',
  gitlab: 'https://gitlab.com/-/user_settings/applications',
}

/** The steps at the provider before the form can be filled in. */
export async function RegistrationGuide({ preset }: RegistrationGuideProps) {
  const t = await pageTexts()
  const address = consoles[preset]
  return (
    <Panel id="guide" title={t('idp.guide.title')}>
      <ol className="grid max-w-2xl list-decimal gap-1.5 ps-5 text-pretty">
        <li>
          {t.rich(`idp.guide.${preset}.open`, {
            link: (words) =>
              address ? (
                <a
                  href={address}
                  rel="noopener noreferrer"
                  target="_blank"
                  className="ui-inline-link"
                >
                  {words}
                  <span className="sr-only"> {t('common.opens_in_new_tab')}</span>
                </a>
              ) : (
                words
              ),
          })}
        </li>
        <li>{t(`idp.guide.${preset}.make`)}</li>
        <li>{t('idp.guide.redirect')}</li>
        <li>{t('idp.guide.copy')}</li>
      </ol>
    </Panel>
  )
}

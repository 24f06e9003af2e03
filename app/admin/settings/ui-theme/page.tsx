import { darkThemes } from '#lib/domain/themes.ts'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { ClientTexts } from '../../../_console/client-texts.tsx'
import { mayWrite } from '../../../_console/rights.ts'
import { ReadOnly } from '../_parts/read-only.tsx'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { ThemeForm } from './form.tsx'
import { themeName } from './theme-name.ts'

/** The theme of every page, chosen from previews. */
export default async function UiThemePage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const { uiTheme, availableThemes } = await api.getUiThemeSettings()
  const isDark = (theme: string) => darkThemes.includes(theme)
  return (
    <>
      <SettingsHeader heading={t('console.admin_nav.theme')} intro={t('settings.theme.intro')} />
      {mayWrite(visitor, 'settings') ? (
        <ClientTexts areas={['settings']}>
          <ThemeForm
            action="/admin/settings/ui-theme/submit"
            saved={uiTheme}
            light={availableThemes.filter((theme) => !isDark(theme))}
            dark={availableThemes.filter(isDark)}
          />
        </ClientTexts>
      ) : (
        <ReadOnly
          facts={[
            [
              t('console.admin_nav.theme'),
              uiTheme ? themeName(uiTheme) : t('settings.theme.system'),
            ],
          ]}
        />
      )}
    </>
  )
}

import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { darkThemes } from '#lib/domain/branding/themes.ts'
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

import { pageTexts } from '#app/_ui/text/texts.ts'
import { chosenTheme } from '#lib/http/page.ts'

const choices = ['system', 'light', 'dark'] as const

/** Lets a visitor choose the side of the neutral theme for this browser. */
export async function ThemeChoice() {
  const t = await pageTexts()
  const theme = (await chosenTheme()) ?? 'system'
  return (
    <form method="post" action="/theme" className="ui-menu-choice">
      <fieldset>
        <legend className="ui-menu-title">{t('shell.theme.label')}</legend>
        <div className="ui-menu-options">
          {choices.map((name) => (
            <button
              key={name}
              type="submit"
              name="theme"
              value={name}
              aria-pressed={name === theme}
            >
              {t(`shell.theme.${name}`)}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}

import { CircleQuestionMark } from 'lucide-react'
import { WithScripts } from '#app/_ui/form/with-scripts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { areSingleKeysOff, pageSettings } from '#lib/http/page.ts'
import { aboutPage } from './about-page.ts'
import { HelpAbout } from './help-about.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { Shortcuts } from './shortcuts.tsx'

/**
 * Help for administrators: what the page is for, its chapter, the documentation, the reference of the APIs, the keys,
 * and the version of the server.
 */
export async function Help() {
  const t = await pageTexts()
  const { version } = await pageSettings()
  return (
    <div className="print:hidden">
      <ShellKeys />
      <button
        id="help"
        type="button"
        popoverTarget="help-menu"
        className="btn btn-ghost btn-sm max-sm:btn-square"
        aria-label={t('shell.help')}
      >
        <CircleQuestionMark aria-hidden="true" />
        <span className="max-sm:hidden">{t('shell.help')}</span>
      </button>
      <div id="help-menu" popover="auto" className="ui-menu ui-help-menu">
        <HelpAbout first={await aboutPage()} label={t('shell.about_page')} />
        <a href="/docs">{t('shell.documentation')}</a>
        <a href="/docs/api">{t('shell.api_reference')}</a>
        <WithScripts>
          <Shortcuts />
        </WithScripts>
        <SingleKeys />
        <hr />
        <p className="ui-menu-title">{t('console.version', { version })}</p>
      </div>
    </div>
  )
}

/** Switches the shortcuts of one key off, which speech input could press by mistake (WCAG 2.1.4). */
async function SingleKeys() {
  const t = await pageTexts()
  const areOff = await areSingleKeysOff()
  return (
    <form method="post" action="/keys">
      <button id="single-keys" type="submit" name="keys" value={areOff ? 'on' : 'off'}>
        {t(areOff ? 'shell.keys.switch_on' : 'shell.keys.switch_off')}
      </button>
    </form>
  )
}

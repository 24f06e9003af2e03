import { Check, LogOut, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { pageSettings } from '#lib/http/page.ts'
import { openConsole } from './api.ts'
import { LanguageChoice } from './language-choice.tsx'
import { ownPerson } from './own-person.ts'
import { ThemeChoice } from './theme-choice.tsx'

export const userMenuId = 'user-menu'

/** The visitor's own links: account, administration, theme, language, sign-out. Works without scripts. */
export async function UserMenu({ area }: { readonly area: Area }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const { uiTheme } = await pageSettings()
  return (
    <div id={userMenuId} popover="auto" className="ui-menu ui-user-menu print:hidden">
      <SignedInAs />
      <AreaLink href="/account" isHere={area === 'account'} icon={<UserRound aria-hidden="true" />}>
        {t('shell.your_account')}
      </AreaLink>
      {visitor.mayAdminister && (
        <AreaLink href="/admin" isHere={area === 'admin'} icon={<ShieldCheck aria-hidden="true" />}>
          {t('console.administration')}
        </AreaLink>
      )}
      <hr />
      {uiTheme === '' && <ThemeChoice />}
      <LanguageChoice />
      <hr />
      <form method="post" action="/console/logout">
        <button id="sign-out" type="submit">
          <LogOut className="flip" aria-hidden="true" />
          {t('console.sign_out')}
        </button>
      </form>
    </div>
  )
}

async function SignedInAs() {
  const t = await pageTexts()
  const person = await ownPerson()
  if (!person) return null
  return (
    <p id="signed-in-as" className="ui-menu-title [overflow-wrap:anywhere]">
      <span className="sr-only">{t('console.signed_in_as', { email: '' })}</span>
      <bdi dir="ltr">{person.email}</bdi>
    </p>
  )
}

interface AreaLinkProps {
  readonly href: string
  readonly isHere: boolean
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** Another area may need another sign-in, so the link loads a whole document. */
function AreaLink({ href, isHere, icon, children }: AreaLinkProps) {
  return (
    <a href={href} aria-current={isHere ? 'true' : undefined}>
      {icon}
      <span className="min-w-0 grow">{children}</span>
      {isHere && <Check aria-hidden="true" />}
    </a>
  )
}

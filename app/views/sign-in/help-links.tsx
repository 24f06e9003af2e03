import { Support } from '#app/_ui/card/support.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { pageSettings } from '#lib/http/page.ts'

interface HelpLinksProps {
  readonly view: Extract<View, { page: 'sign-in' }>
  /** Names the sign-in in addresses. */
  readonly query: string
}

/** The ways on for people who have lost their password, are locked out, or have no account. */
export async function HelpLinks({ view, query }: HelpLinksProps) {
  const { error, canRecover, canRegister, mayNeedLink } = view
  const { appName } = await pageSettings()
  const t = await pageTexts()
  return (
    <>
      {!canRecover && (
        <p id="lost-password" className="ui-hint mt-4">
          {t.rich('card.sign_in.forgot', { support: () => <Support /> })}
        </p>
      )}
      {mayNeedLink && error?.key === 'handler.login.auth_failed' && (
        <p id="sign-in-link-hint" className="ui-hint mt-4">
          {t('pages.sign-in.link_hint')}{' '}
          <a href={`/sign-in-link?${query}`} className="ui-inline-link">
            {t('pages.sign-in.link_ask')}
          </a>
        </p>
      )}
      {canRegister && (
        <p className="mt-6 text-center text-[0.875rem] text-muted">
          {t('card.sign_in.new_here', { appName })}{' '}
          <a id="register" href={`/account/register?${query}`} className="ui-link">
            {t('card.sign_in.create')}
          </a>
        </p>
      )}
    </>
  )
}

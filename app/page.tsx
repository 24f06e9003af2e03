import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { isSignedInToConsole } from '#lib/http/page.ts'

/** The start page, for people who sign in here. Developers have `/docs`. */
export default async function WelcomePage() {
  const isSignedIn = await isSignedInToConsole()
  const t = await pageTexts()
  return (
    <CardPage
      id="page-welcome"
      title={t('card.home.title')}
      more={
        <a id="developers" href="/docs">
          {t('pages.welcome.developers')}
        </a>
      }
    >
      <CardTitle title={t('card.home.title')}>
        <p className="text-pretty">{t('card.home.message')}</p>
      </CardTitle>
      <div className="grid gap-2.5">
        <WayOn id="account" href="/account/overview" isPrimary>
          {t(isSignedIn ? 'card.home.account' : 'pages.sign-in.submit')}
        </WayOn>
        {isSignedIn && (
          <form method="post" action="/console/logout">
            <button id="sign-out" type="submit" className="btn btn-lg btn-block">
              {t('console.sign_out')}
            </button>
          </form>
        )}
      </div>
    </CardPage>
  )
}

import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { RequestId } from '#app/_ui/feedback/request-id.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'

type Withheld = Extract<View, { page: 'redirect-withheld' }>

/** Names the application and its redirect address, and leaves it to the visitor to continue there. */
export default async function RedirectWithheldPage() {
  const view = await viewData('redirect-withheld')
  const { client, destination, continueUrl } = view
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-auth-error"
      title={t('pages.redirect-withheld.title')}
      heading={t('pages.redirect-withheld.heading', { app: client.name })}
      client={client}
      message={await messageOf(view)}
    >
      <p className="ui-hint">{t('pages.redirect-withheld.destination')}</p>
      <p
        dir="ltr"
        className="rounded-box border border-line bg-canvas px-4 py-2.5 text-start font-mono text-sm [overflow-wrap:anywhere]"
      >
        {destination}
      </p>
      <p className="ui-hint">{t('pages.redirect-withheld.close_hint')}</p>
      {continueUrl && isFollowable(continueUrl) && (
        <WayOn href={continueUrl} isElsewhere>
          {t('pages.redirect-withheld.continue')}
        </WayOn>
      )}
      <RequestId />
    </StatusCard>
  )
}

async function messageOf({ reason, client }: Withheld): Promise<string> {
  const t = await pageTexts()
  switch (reason) {
    case 'declined':
      return t('pages.redirect-withheld.declined', { app: client.name })
    case 'changed':
      return t('pages.redirect-withheld.changed')
    default:
      return t('pages.redirect-withheld.message')
  }
}

/** Allows an app's own scheme, but no scheme that would run in this page. */
function isFollowable(url: string): boolean {
  return URL.canParse(url) && !/^(javascript|data|vbscript|blob|file):$/.test(new URL(url).protocol)
}

import { Field } from '#app/_ui/card/field.tsx'
import { BackToSignIn, SignInLink } from '#app/_ui/card/sign-in-link.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage, viewData } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'

/** For each flow, where to request a new link and where a mailed link leads. */
const places = {
  activate: { ask: '/account/register', follow: '/account/activate' },
  reset: { ask: '/forgot-password', follow: '/reset-password' },
  'sign-in': { ask: '/sign-in-link', follow: '/sign-in-link' },
} as const

/** Gives the reason why a mailed link does not work (`/account/activate`, `/reset-password`, `/sign-in-link`). */
export default async function LinkExpiredPage() {
  const { flow, reason, ceremonyId, newerAt } = await viewData('link-expired')
  const t = await pageTexts()
  const { follow } = places[flow]
  const from = ceremonyId ? `?ceremony=${encodeURIComponent(ceremonyId)}` : ''
  const ask = places[flow].ask + from
  const card = { id: 'page-link-expired' } as const
  switch (reason) {
    case 'used':
      return (
        <StatusCard
          {...card}
          heading={t('pages.link-expired.used.title')}
          message={t('pages.link-expired.used.message')}
        >
          <SignInLink ceremonyId={ceremonyId} />
        </StatusCard>
      )
    case 'replaced':
      return (
        <StatusCard
          {...card}
          heading={t('pages.link-expired.replaced.title')}
          message={t('pages.link-expired.replaced.message', { time: await timeOf(newerAt) })}
        >
          <AskAgain href={ask} label={t('pages.link-expired.replaced.again')} />
          <BackToSignIn ceremonyId={ceremonyId} />
        </StatusCard>
      )
    case 'missing':
      return (
        <StatusCard
          {...card}
          heading={t('pages.link-expired.missing.title')}
          message={t('pages.link-expired.missing.message')}
        >
          <form method="get" action={follow} className="flex flex-col gap-5">
            {ceremonyId && <input type="hidden" name="ceremony" value={ceremonyId} />}
            <Field
              id="code"
              name="code"
              label={t('pages.link-expired.missing.code')}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
            <button type="submit" className="btn btn-lg btn-primary btn-block">
              {t('pages.link-expired.missing.continue')}
            </button>
          </form>
          <BackToSignIn ceremonyId={ceremonyId} />
        </StatusCard>
      )
    default:
      return (
        <StatusCard
          {...card}
          heading={t(`pages.link-expired.${flow}.title`)}
          message={t(`pages.link-expired.${flow}.message`)}
        >
          <AskAgain href={ask} label={t(`pages.link-expired.${flow}.again`)} />
          <BackToSignIn ceremonyId={ceremonyId} />
        </StatusCard>
      )
  }
}

function AskAgain({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a href={href} className="btn btn-lg btn-primary btn-block">
      {label}
    </a>
  )
}

/** The time of day in UTC: a page without scripts does not know the visitor's zone. */
async function timeOf(moment = ''): Promise<string> {
  const format = dateFormat(await pageLanguage(), { timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(moment))} UTC`
}

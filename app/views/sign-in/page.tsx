import { CardPage } from '#app/_ui/card/card-page.tsx'
import { ClientName, clientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'
import { FirstPasswordNotice } from './first-password-notice.tsx'
import { HelpLinks } from './help-links.tsx'
import { OtherWays } from './other-ways.tsx'
import { TurnedOff } from './turned-off.tsx'
import { TypedCredentials } from './typed-credentials.tsx'

type SignInView = Extract<View, { page: 'sign-in' }>

/** Asks for email and password, or for the password of a known account (`/auth/pwd`). */
export default async function SignInPage() {
  const view = await viewData('sign-in')
  const { ceremonyId, client, account, email, error } = view
  const t = await pageTexts()
  const query = `ceremony=${encodeURIComponent(ceremonyId)}`
  const step = `/auth/pwd?${query}`
  const otherAccount = `${step}&account=other`
  if (error?.key === 'handler.login.account_disabled') {
    return <TurnedOff email={email} otherAccount={otherAccount} />
  }
  const { heading, title, sentence } = await wordsOf(client, account !== undefined)
  return (
    <CardPage
      id="page-sign-in"
      title={title}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <ClientTitle title={heading} client={client}>
        {sentence && <p>{sentence}</p>}
      </ClientTitle>
      {view.startedAgain && (
        <Notice kind="info" id="started-again" alert className="mb-5">
          {t('pages.sign-in.started_again')}
        </Notice>
      )}
      {view.firstPassword && <FirstPasswordNotice source={view.firstPassword} />}
      <TypedCredentials view={view} step={step} query={query} />
      {isAnotherWayLikely(view) && (
        <p id="as-last-time" className="ui-hint mt-4">
          {t('pages.sign-in.as_last_time')}
        </p>
      )}
      <OtherWays view={view} />
      <HelpLinks view={view} query={query} />
    </CardPage>
  )
}

/** Tells a user whose account has no password that the typed one cannot help. */
function isAnotherWayLikely({ asks, error, passkeys, providers, domainProvider }: SignInView) {
  if (asks !== 'password' || error?.key !== 'handler.login.auth_failed') return false
  return passkeys === true || domainProvider !== undefined || (providers?.length ?? 0) > 0
}

/** The heading, the same as plain text, and the reason why a known account signs in again. */
async function wordsOf(
  client: Parameters<typeof ClientName>[0]['of'] & { isOwn?: true },
  isKnown: boolean,
) {
  const t = await pageTexts()
  const name = await clientName(client)
  const named = { name: () => <ClientName of={client} /> }
  if (isKnown) {
    const heading = t('card.sign_in.confirm')
    const sentence = client.isOwn ? undefined : t.rich('card.sign_in.fresh', named)
    return { heading, title: heading, sentence }
  }
  if (client.isOwn) {
    const heading = t('card.sign_in.own')
    return { heading, title: heading, sentence: undefined }
  }
  const title = t.markup('card.sign_in.title', { name: () => name })
  return { heading: t.rich('card.sign_in.title', named), title, sentence: undefined }
}

import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { ClientName, clientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { passwordFieldTexts } from '#app/_ui/card/self-service-texts.ts'
import { StillHereLink } from '#app/_ui/card/still-here-link.tsx'
import { Support } from '#app/_ui/card/support.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { maxPasswordLength } from '#lib/domain/passwords/password-rules.ts'
import { pageSettings, viewData } from '#lib/http/page.ts'
import { AddressForm } from './address-form.tsx'
import { FirstPasswordNotice } from './first-password-notice.tsx'
import { SignInForm } from './form.tsx'
import { signInError } from './message.tsx'
import { OtherWays } from './other-ways.tsx'
import { TurnedOff } from './turned-off.tsx'
import { TypedAddress } from './typed-address.tsx'

type SignInView = Extract<View, { page: 'sign-in' }>

/** Asks for email and password, or for the password of a known account (`/auth/pwd`). */
export default async function SignInPage() {
  const view = await viewData('sign-in')
  const { ceremonyId, requestCopy, client, account, email, error, canRecover, canRegister } = view
  const { appName } = await pageSettings()
  const t = await pageTexts()
  const query = `ceremony=${encodeURIComponent(ceremonyId)}`
  const step = `/auth/pwd?${query}`
  const otherAccount = `${step}&account=other`
  if (error?.key === 'handler.login.account_disabled') {
    return <TurnedOff email={email} otherAccount={otherAccount} />
  }
  const { heading, title, sentence } = await wordsOf(client, account !== undefined)
  const common = {
    ceremonyId,
    requestCopy,
    email,
    passkeys: view.passkeys === true,
    error: await signInError(view, query),
    stillHere: <StillHereLink client={client} href={`${step}&again=1`} />,
  }
  const texts = {
    email: t('pages.sign-in.email'),
    emailRequired: t('validator.login.email_required'),
  }
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
      {view.asks === 'email' ? (
        <AddressForm
          {...common}
          texts={{ ...texts, submit: t('card.continue'), busy: t('pages.otp.busy') }}
        />
      ) : (
        <>
          {view.asks && <TypedAddress view={view} change={`${step}&account=change`} />}
          <SignInForm
            {...common}
            account={
              account && (
                <AccountChip account={account}>
                  <a id="other-account" href={otherAccount} className="ui-link text-sm">
                    {t('card.not_you')}
                  </a>
                </AccountChip>
              )
            }
            isEmailKnown={view.asks !== undefined}
            isSecond={view.domainProvider !== undefined}
            maxPassword={maxPasswordLength}
            texts={{
              ...(await passwordFieldTexts()),
              ...texts,
              password: t('pages.sign-in.password'),
              passwordRequired: t('validator.login.password_required'),
              passwordTooLong: t('validator.password.too_long', { max: maxPasswordLength }),
              submit: t(account ? 'card.continue' : 'pages.sign-in.submit'),
              busy: t('pages.sign-in.busy'),
            }}
            recovery={
              canRecover && (
                <a
                  id="forgot-password"
                  href={`/forgot-password?${query}`}
                  className="ui-link text-sm"
                >
                  {t('pages.sign-in.forgot_password')}
                </a>
              )
            }
          />
        </>
      )}
      {isAnotherWayLikely(view) && (
        <p id="as-last-time" className="ui-hint mt-4">
          {t('pages.sign-in.as_last_time')}
        </p>
      )}
      <OtherWays view={view} />
      {!canRecover && (
        <p id="lost-password" className="ui-hint mt-4">
          {t.rich('card.sign_in.forgot', { support: () => <Support /> })}
        </p>
      )}
      {view.mayNeedLink && error?.key === 'handler.login.auth_failed' && (
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
    </CardPage>
  )
}

/** Whoever has no password here typed one in vain. */
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

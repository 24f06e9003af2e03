import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { passwordFieldTexts } from '#app/_ui/card/self-service-texts.ts'
import { StillHereLink } from '#app/_ui/card/still-here-link.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { AccountView, View } from '#lib/answers/view.ts'
import { maxPasswordLength } from '#lib/domain/passwords/password-rules.ts'
import { AddressForm } from './address-form.tsx'
import { SignInForm } from './form.tsx'
import { signInError } from './message.tsx'
import { TypedAddress } from './typed-address.tsx'

interface TypedCredentialsProps {
  readonly view: Extract<View, { page: 'sign-in' }>
  /** The address of this page. */
  readonly step: string
  /** Names the sign-in in addresses. */
  readonly query: string
}

/** The form of the step: the email alone, the password of a known email or account, or both. */
export async function TypedCredentials({ view, step, query }: TypedCredentialsProps) {
  const { ceremonyId, requestCopy, client, email } = view
  const t = await pageTexts()
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
  if (view.asks === 'email') {
    const ownTexts = { ...texts, submit: t('card.continue'), busy: t('pages.otp.busy') }
    return <AddressForm {...common} texts={ownTexts} />
  }
  return (
    <>
      {view.asks && <TypedAddress view={view} change={`${step}&account=change`} />}
      <SignInForm
        {...common}
        account={view.account && <KnownAccount account={view.account} step={step} />}
        isEmailKnown={view.asks !== undefined}
        isSecond={view.domainProvider !== undefined}
        maxPassword={maxPasswordLength}
        texts={{ ...texts, ...(await passwordTexts(view.account !== undefined)) }}
        recovery={view.canRecover && <ForgotPassword query={query} />}
      />
    </>
  )
}

async function passwordTexts(isAccountKnown: boolean) {
  const t = await pageTexts()
  return {
    ...(await passwordFieldTexts()),
    password: t('pages.sign-in.password'),
    passwordRequired: t('validator.login.password_required'),
    passwordTooLong: t('validator.password.too_long', { max: maxPasswordLength }),
    submit: t(isAccountKnown ? 'card.continue' : 'pages.sign-in.submit'),
    busy: t('pages.sign-in.busy'),
  }
}

interface KnownAccountProps {
  readonly account: AccountView
  readonly step: string
}

async function KnownAccount({ account, step }: KnownAccountProps) {
  const t = await pageTexts()
  return (
    <AccountChip account={account}>
      <a id="other-account" href={`${step}&account=other`} className="ui-link text-sm">
        {t('card.not_you')}
      </a>
    </AccountChip>
  )
}

async function ForgotPassword({ query }: Pick<TypedCredentialsProps, 'query'>) {
  const t = await pageTexts()
  return (
    <a id="forgot-password" href={`/forgot-password?${query}`} className="ui-link text-sm">
      {t('pages.sign-in.forgot_password')}
    </a>
  )
}

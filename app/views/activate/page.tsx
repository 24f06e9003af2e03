import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { formMessage, passwordTexts } from '#app/_ui/card/self-service-texts.ts'
import { SignedInNotice } from '#app/_ui/feedback/signed-in-notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { AccountView } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'

/** Asks for the password of an account whose email is verified (`/account/activate`). */
export default async function ActivatePage() {
  const {
    continuationId,
    ceremonyId,
    requestCopy = '',
    email,
    signedInAs,
    rule,
    error,
  } = await viewData('activate')
  const t = await pageTexts()
  const title = t('pages.activate.title')
  return (
    <CardPage id="page-activate" title={title} isRefused={error !== undefined}>
      <CardTitle title={title} />
      <SignedInNotice email={signedInAs} />
      <SelfServiceForm
        action="/account/activate"
        hidden={{ continuationId, ceremonyId, requestCopy }}
        account={<AccountChip account={newcomer(email)} />}
        username={email}
        passwords={await passwordTexts(t('pages.sign-in.password'), rule)}
        error={await formMessage(error)}
        submit={t('pages.activate.submit')}
        busy={t('common.one_moment')}
      />
    </CardPage>
  )
}

/** The account to make has no user yet, only an address. */
function newcomer(email: string): AccountView {
  return { name: '', email, subject: '', givenName: '', familyName: '' }
}

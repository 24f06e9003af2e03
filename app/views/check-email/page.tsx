import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { formMessage } from '#app/_ui/card/self-service-texts.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { CheckEmailForm } from './form.tsx'
import { SendAgain } from './send-again.tsx'
import { timePlace } from './time-place.ts'

/** Asks for the code of a mail; the same for every address, registered or not (`/account/register`). */
export default async function CheckEmailPage() {
  const { ceremonyId, email, error } = await viewData('check-email')
  const t = await pageTexts()
  const title = t('pages.check-email.title')
  const query = ceremonyId ? `?ceremony=${encodeURIComponent(ceremonyId)}` : ''
  return (
    <CardPage id="page-check-email" title={title} isRefused={error !== undefined}>
      <CardTitle title={title}>
        <p>
          {t.rich('card.check_email.message', {
            email: () => (
              <b className="font-semibold text-ink">
                <EmailAddress email={email} />
              </b>
            ),
          })}
        </p>
      </CardTitle>
      <CheckEmailForm
        ceremonyId={ceremonyId}
        email={email}
        error={(await formMessage(error))?.text}
        texts={{
          code: t('card.check_email.code'),
          required: t('card.check_email.required'),
          submit: t('card.continue'),
          busy: t('pages.otp.busy'),
        }}
      />
      <div className="mt-6 grid gap-1.5 border-line border-t pt-5 text-[0.875rem]">
        <SendAgain
          ceremonyId={ceremonyId}
          email={email}
          wait={t('card.check_email.wait', { time: timePlace })}
        >
          {t.rich('card.check_email.again', {
            again: (text) => (
              <button id="send-again" type="submit" className="ui-inline-link cursor-pointer">
                {text}
              </button>
            ),
          })}
        </SendAgain>
        <p>
          <a id="change-address" href={`/account/register${query}`} className="ui-link">
            {t('card.check_email.change')}
          </a>
        </p>
      </div>
    </CardPage>
  )
}

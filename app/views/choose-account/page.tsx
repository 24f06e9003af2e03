import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { ClientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { ChooseForm } from './form.tsx'

/** Asks which account to use while one is signed in (`/auth/account`). */
export default async function ChooseAccountPage() {
  const { ceremonyId, requestCopy, client, account } = await viewData('choose-account')
  const t = await pageTexts()
  const title = t('methods.chooser.title')
  return (
    <CardPage id="page-choose-account" title={title} websiteUrl={client.websiteUrl}>
      <ClientTitle title={title} client={client}>
        {!client.isOwn && (
          <p>
            {t.rich('pages.sign-in.continue_to', {
              name: () => (
                <b className="font-semibold text-ink">
                  <ClientName of={client} />
                </b>
              ),
            })}
          </p>
        )}
      </ClientTitle>
      <div className="mb-4.5">
        <AccountChip account={account} />
      </div>
      <ChooseForm
        ceremonyId={ceremonyId}
        requestCopy={requestCopy}
        busy={t('common.one_moment')}
        other={t('card.turned_off.other')}
      >
        {t.rich('methods.chooser.continue_as', {
          email: () => <EmailAddress email={account.email} />,
        })}
      </ChooseForm>
    </CardPage>
  )
}

import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { clientName } from '#app/_ui/card/client-name.tsx'
import { RecoveryCodes } from '#app/_ui/card/recovery-codes.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { FewCodes } from './few-codes.tsx'

/** Shows the recovery codes that come with the first second factor (`/auth/recovery-codes`). */
export default async function NewRecoveryCodesPage() {
  const { ceremonyId, client, codes, left } = await viewData('new-recovery-codes')
  const t = await pageTexts()
  if (left !== undefined) return <FewCodes ceremonyId={ceremonyId} client={client} left={left} />
  const title = t('methods.codes.title')
  return (
    <CardPage id="page-new-recovery-codes" title={title} isWide websiteUrl={client.websiteUrl}>
      <CardTitle title={title}>
        <p>{t('methods.codes.text')}</p>
      </CardTitle>
      <RecoveryCodes codes={codes} />
      <form method="post" action="/auth/recovery-codes" className="mt-6">
        <input type="hidden" name="ceremonyId" value={ceremonyId} />
        <label className="ui-switch mb-4">
          <input id="saved" type="checkbox" name="saved" value="on" required className="checkbox" />
          <span className="text-[0.875rem]">{t('methods.codes.saved')}</span>
        </label>
        <button id="codes-continue" type="submit" className="btn btn-lg btn-primary btn-block">
          {client.isOwn
            ? t('card.continue')
            : t('card.continue_to', { app: await clientName(client) })}
        </button>
      </form>
      <p className="ui-hint mt-4">{t('methods.codes.hint')}</p>
    </CardPage>
  )
}

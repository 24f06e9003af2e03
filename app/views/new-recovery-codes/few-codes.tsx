import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'

interface FewCodesProps {
  readonly ceremonyId: string
  readonly client: ClientView
  readonly left: number
}

/** Offers new recovery codes after one of the last was used; the sign-in continues either way. */
export async function FewCodes({ ceremonyId, client, left }: FewCodesProps) {
  const t = await pageTexts()
  const title = t('methods.codes.few_title')
  return (
    <CardPage id="page-few-recovery-codes" title={title} websiteUrl={client.websiteUrl}>
      <CardTitle title={title}>
        <p>{left > 0 ? t('methods.codes.few', { left }) : t('methods.codes.last')}</p>
      </CardTitle>
      <form method="post" action="/auth/recovery-codes" className="grid gap-2.5">
        <input type="hidden" name="ceremonyId" value={ceremonyId} />
        <button
          id="codes-make"
          type="submit"
          name="btnMake"
          value="make"
          className="btn btn-lg btn-primary btn-block"
        >
          {t('methods.own.make')}
        </button>
        <button
          id="codes-skip"
          type="submit"
          name="btnSkip"
          value="skip"
          className="btn btn-lg btn-block"
        >
          {t('methods.offer.not_now')}
        </button>
      </form>
    </CardPage>
  )
}

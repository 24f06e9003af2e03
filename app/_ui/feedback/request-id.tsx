import { pageTexts } from '#app/_ui/text/texts.ts'
import { requestId } from '#lib/http/page.ts'

/** The request's id in the logs; one click selects all of it. */
export async function RequestId() {
  const id = await requestId()
  if (id === '') return null
  const t = await pageTexts()
  return (
    <p className="mt-6 text-center text-muted text-xs">
      {t('pages.error.request_id')}{' '}
      <code id="request-id" dir="ltr" className="select-all font-mono [overflow-wrap:anywhere]">
        {id}
      </code>
    </p>
  )
}

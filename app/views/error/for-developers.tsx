import { Fragment } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'

interface ForDevelopersProps {
  readonly view: Extract<View, { page: 'error' }>
}

/**
 * The rule that the request broke, and its values. Nothing here is a link, because the received address is unverified.
 */
export async function ForDevelopers({ view }: ForDevelopersProps) {
  const { reason, clientIdentifier, sentRedirectUri } = view
  const t = await pageTexts()
  const facts = [
    { id: 'problem', term: t('pages.error.problem'), value: reason },
    { id: 'client-id', term: t('pages.error.client_id'), value: clientIdentifier },
    { id: 'sent-redirect-uri', term: t('pages.error.received'), value: sentRedirectUri },
  ]
  return (
    <details className="mt-3 border-line border-t pt-4 text-[0.8125rem]" open>
      <summary className="mb-3 cursor-pointer font-medium text-muted">
        {t('pages.welcome.developers')}
      </summary>
      <dl className="ui-kv grid-cols-[6.5rem_minmax(0,1fr)]">
        {facts.map(
          ({ id, term, value }) =>
            value && (
              <Fragment key={id}>
                <dt>{term}</dt>
                <dd dir="ltr" className="select-all font-mono [overflow-wrap:anywhere]">
                  <code id={id}>{value}</code>
                </dd>
              </Fragment>
            ),
        )}
      </dl>
    </details>
  )
}

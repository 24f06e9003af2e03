import { pageTexts } from '#app/_ui/text/texts.ts'
import { isLoopback } from './loopback.ts'

/** Where the answer goes, and how to take it back. */
export async function Destination({ to }: { readonly to: string }) {
  const t = await pageTexts()
  const host = () => (
    <bdi dir="ltr" className="font-medium text-ink">
      {to}
    </bdi>
  )
  return (
    <p id="consent-destination" className="ui-hint mt-2 [overflow-wrap:anywhere]">
      {isLoopback(to)
        ? t.rich('card.consent.device', {
            host,
            b: (text) => <b className="font-medium text-ink">{text}</b>,
          })
        : t.rich('pages.consent.destination', { host })}{' '}
      {t('pages.consent.withdraw_hint')}
    </p>
  )
}

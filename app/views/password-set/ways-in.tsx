import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View, WayInView } from '#lib/answers/view.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'

interface WaysInProps {
  readonly view: Extract<View, { page: 'password-set' }>
  readonly ways: readonly WayInView[]
}

/**
 * The other ways to sign the account in, because a thief may have added one. The page removes accounts at providers, if
 * that is safe.
 */
export async function WaysIn({ view, ways }: WaysInProps) {
  const { removal } = view
  const t = await pageTexts()
  return (
    <section id="ways-in" aria-labelledby="ways-in-title" className="mt-6">
      <h2 id="ways-in-title" className="font-semibold">
        {t('pages.password-set.ways_title')}
      </h2>
      <p className="ui-hint mt-1">
        {t(removal ? 'pages.password-set.ways_text' : 'pages.password-set.ways_sign_in')}
      </p>
      <ul className="mt-3 grid gap-2.5">
        {ways.map((way) => (
          <li key={`${way.kind}-${way.id}`} className="ui-account-chip flex-wrap">
            <Way way={way} />
            {removal && way.kind === 'provider' && <Removal view={view} way={way} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

async function Way({ way: { kind, name, addedAt, isRecent } }: { readonly way: WayInView }) {
  const t = await pageTexts()
  const format = dateFormat(await pageLanguage(), { dateStyle: 'long', timeZone: 'UTC' })
  const kinds = {
    passkey: t('pages.password-set.passkey'),
    provider: t('pages.password-set.provider'),
    app: t('own.security.app'),
  }
  return (
    <div className="min-w-0 grow basis-40">
      <p className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{name || kinds[kind]}</bdi>
      </p>
      <p className="ui-hint">
        {name && kinds[kind]}
        {addedAt && (
          <span className="block">
            {t('pages.password-set.added_on', { date: format.format(new Date(addedAt)) })}
          </span>
        )}
      </p>
      {isRecent && <Badge tone="warning">{t('pages.password-set.recent')}</Badge>}
    </div>
  )
}

async function Removal({ view, way }: Pick<WaysInProps, 'view'> & { readonly way: WayInView }) {
  const { ceremonyId, again, removal } = view
  const t = await pageTexts()
  return (
    <form method="post" action="/reset-password">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={again?.requestCopy ?? ''} />
      <input type="hidden" name="removal" value={removal} />
      <input type="hidden" name="identity" value={way.id} />
      <button
        type="submit"
        className="btn btn-sm"
        aria-label={`${t('methods.own.remove')}: ${way.name}`}
      >
        {t('methods.own.remove')}
      </button>
    </form>
  )
}

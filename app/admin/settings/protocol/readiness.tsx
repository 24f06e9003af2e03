import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { type Api, openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

type Readiness = Awaited<ReturnType<Api['getProtocolReadiness']>>
type Check = Readiness['checks'][number]

interface ReadinessProps {
  readonly readiness: Readiness
  readonly hasResourceIndicators: boolean
}

const tones = { ok: 'success', warning: 'warning', failed: 'danger' } as const

/** Where each point is put right: a page, a section of this page, an environment variable, or '' outside of here. */
const places: Readonly<
  Record<Check['name'], `/${string}` | `#${string}` | Uppercase<string> | ''>
> = {
  base_url_https: 'BASE_URL',
  issuer: '/admin/settings/general#server',
  metadata: '#discovery',
  iss: '#discovery',
  documents: '#identities',
  resources: '/admin/resources',
  access_token_lifetime: '/admin/settings/tokens#access',
  legacy_flows: '/admin/settings/general#applications',
  registration: '#identities',
  pkce: '/admin/settings/general#applications',
  ceiling: '#identities',
  ceiling_offline: '#identities',
  unused_removal: '#identities',
  outbound: '',
}

/** What an agent needs of this server, whether it is there, and where it is put right. */
export async function Readiness({ readiness, hasResourceIndicators }: ReadinessProps) {
  const t = await pageTexts()
  const { checks, ready } = readiness
  const placeOf = ({ name }: Check) =>
    name === 'resources' && !hasResourceIndicators ? '#apis' : places[name]
  return (
    <Panel
      id="readiness"
      title={t('settings.protocol.readiness.title')}
      intro={t('settings.protocol.readiness.intro')}
    >
      <p id="ready" className="mb-3 font-medium">
        {t(ready ? 'settings.protocol.readiness.ready' : 'settings.protocol.readiness.not_ready')}
      </p>
      <ul className="grid gap-x-6 gap-y-2 text-sm @4xl:grid-cols-2">
        {checks.map((check) => (
          <ReadinessItem key={check.name} check={check} place={placeOf(check)} />
        ))}
      </ul>
    </Panel>
  )
}

interface ReadinessItemProps {
  readonly check: Check
  readonly place: string
}

async function ReadinessItem({ check: { name, state, detail }, place }: ReadinessItemProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const title = t(`settings.protocol.readiness.checks.${name}`)
  const change = t('dashboard.warnings.change')
  return (
    <li id={`check-${name}`} className="flex items-baseline gap-2">
      <Badge tone={tones[state]}>{t(`settings.protocol.readiness.${state}`)}</Badge>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
        <span>{title}</span>
        {state !== 'ok' && detail && (
          <bdi dir="ltr" className="mono text-muted [overflow-wrap:anywhere]">
            {detail}
          </bdi>
        )}
        {state !== 'ok' && /^[#/]/.test(place) && mayWrite(visitor, 'settings') && (
          <Link
            href={place}
            prefetch={false}
            className="ui-link"
            aria-label={`${change}: ${title}`}
          >
            {change}
          </Link>
        )}
        {state !== 'ok' && /^[A-Z]/.test(place) && (
          <span className="text-muted">
            {t('dashboard.warnings.environment', { variable: place })}
          </span>
        )}
      </div>
    </li>
  )
}

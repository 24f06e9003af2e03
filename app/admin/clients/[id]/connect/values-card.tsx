import { Panel } from '#app/_ui/layout/panel.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Endpoints } from '#app/admin/clients/_parts/discovery.ts'

interface ValuesCardProps {
  readonly endpoints: Endpoints
  readonly clientId: string
  /** A service is shown only the addresses that it calls. */
  readonly isService: boolean
}

/** What every library asks for first; all other addresses are folded. */
export async function ValuesCard({ endpoints, clientId, isService }: ValuesCardProps) {
  const t = await pageTexts()
  const isLoopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(endpoints.issuer)
  return (
    <Panel title={t('clients.connect.values')} id="endpoints">
      <dl className="grid gap-2.5 text-sm">
        <Value label={t('clients.connect.issuer')} value={endpoints.issuer} />
        <Value label={t('clients.identifier')} value={clientId} />
        <Value label={t('clients.connect.discovery')} value={endpoints.discovery} />
      </dl>
      {isLoopback && (
        <p id="containers" className="ui-hint mt-3">
          {t.rich('clients.connect.containers', {
            link: (words) => (
              <a href="/docs/operate/docker#applications-in-containers" className="ui-inline-link">
                {words}
              </a>
            ),
          })}
        </p>
      )}
      <details className="mt-3">
        <summary className="ui-link w-fit cursor-pointer py-1 text-sm">
          {t('clients.connect.endpoints')}
        </summary>
        <dl className="mt-2 grid gap-2.5 text-sm">
          {!isService && (
            <Value label={t('clients.connect.authorization')} value={endpoints.authorization} />
          )}
          <Value label={t('clients.connect.token')} value={endpoints.token} />
          {!isService && (
            <Value label={t('clients.connect.user_info')} value={endpoints.userInfo} />
          )}
          <Value label={t('clients.connect.keys')} value={endpoints.keys} />
          {!isService && <Value label={t('clients.connect.sign_out')} value={endpoints.signOut} />}
        </dl>
      </details>
    </Panel>
  )
}

async function Value({ label, value }: { readonly label: string; readonly value: string }) {
  const t = await pageTexts()
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span dir="ltr" className="mono grow text-start [overflow-wrap:anywhere]">
          {value}
        </span>
        <CopyButton value={value} label={t('clients.connect.copy_named', { name: label })} />
      </dd>
    </div>
  )
}

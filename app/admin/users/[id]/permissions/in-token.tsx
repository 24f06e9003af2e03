import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '#app/_ui/layout/panel.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { UserPageData } from '#app/admin/users/_parts/user-page-data.ts'

type Preview = NonNullable<Awaited<ReturnType<Api['getEffectiveAccess']>>['client']>

interface InTokenProps {
  readonly data: UserPageData
  /** Null until an application is chosen. */
  readonly preview: Preview | null
}

/** What an application receives when the user signs in, and what is missing and why. */
export async function InToken({ data, preview }: InTokenProps) {
  const t = await pageTexts()
  const clients = await clientsOf(data)
  return (
    <Panel title={t('access.token.title')} intro={t('access.token.intro')} id="in-token">
      {clients.length === 0 ? (
        <p className="text-muted text-sm">{t('access.token.no_applications')}</p>
      ) : (
        <form className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1">
            <label htmlFor="client" className="ui-label mb-1.5">
              {t('access.sessions.application')}
            </label>
            <select
              key={preview?.id}
              id="client"
              name="client"
              defaultValue={preview?.id}
              className="select select-sm w-full"
            >
              {clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <button id="show-token" type="submit" className="btn btn-sm">
            {t('access.token.show')}
          </button>
        </form>
      )}
      {preview && <Contents preview={preview} />}
    </Panel>
  )
}

async function Contents({ preview }: { readonly preview: Preview }) {
  const t = await pageTexts()
  const { reasons, wouldAsk, accessToken, idToken, userInfo, missing } = preview
  return (
    <div className="mt-4 grid gap-3">
      {reasons.map((reason) => (
        <Line
          key={reason}
          icon={<CircleAlert className="size-4 text-[var(--danger-text)]" aria-hidden="true" />}
        >
          {t(`access.token.unusable.${reason}`)}
        </Line>
      ))}
      {reasons.length === 0 && (
        <Line
          icon={
            wouldAsk ? (
              <CircleHelp className="size-4" aria-hidden="true" />
            ) : (
              <CircleCheck className="size-4 text-[var(--success-text)]" aria-hidden="true" />
            )
          }
        >
          {t(wouldAsk ? 'access.token.asks' : 'access.token.no_question')}
        </Line>
      )}
      {!accessToken && reasons.length === 0 && (
        <p className="text-sm">{t('access.token.nothing')}</p>
      )}
      <Claims id="access-token" name={t('access.token.access_token')} claims={accessToken} isOpen />
      <Claims id="id-token" name={t('access.token.id_token')} claims={idToken} />
      <Claims id="user-info" name={t('access.token.user_info')} claims={userInfo} />
      {missing.length > 0 && (
        <details open={missing.length <= 8}>
          <summary className="cursor-pointer py-0.5 font-medium text-sm">
            {t('access.token.not_in_it')} ({missing.length})
          </summary>
          <ul id="missing" className="mt-2 grid gap-1.5 text-sm">
            {missing.map(({ scope, reason }) => (
              <li key={scope} className="[overflow-wrap:anywhere]">
                <span dir="ltr" className="mono">
                  {scope}
                </span>{' '}
                <span className="text-muted">{t(`access.token.missing.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-sm">
      <span className="mt-0.5">{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}

interface ClaimsProps {
  readonly id: string
  readonly name: string
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly isOpen?: boolean
}

async function Claims({ id, name, claims, isOpen = false }: ClaimsProps) {
  const t = await pageTexts()
  if (!claims) return null
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer py-0.5 font-medium text-sm">{name}</summary>
      <div className="mt-2">
        <CodeBlock
          id={id}
          name={<span className="sr-only">{name}</span>}
          code={JSON.stringify(claims, null, 2)}
          copyLabel={t('access.token.copy', { name })}
          isWrapping
        />
      </div>
    </details>
  )
}

/** The applications to choose from: all of them for those who may read them, else those that the user has allowed. */
async function clientsOf({ api, visitor, user }: UserPageData) {
  if (mayRead(visitor, 'clients')) {
    const { clients } = await api.searchClients({ query: { size: 200 } })
    return clients.map(({ id, displayName, clientIdentifier }) => ({
      id,
      name: displayName || clientIdentifier,
    }))
  }
  const { consents } = await api.listUserConsents({ params: { id: user.id } })
  return consents.map(({ clientId, clientIdentifier }) => ({
    id: clientId,
    name: clientIdentifier,
  }))
}

import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from './section-address.ts'

interface AwaitingProps {
  readonly awaiting: Awaited<ReturnType<Api['listSelfRegisteredClients']>>
}

/** The applications that wait for an administrator, newest first, with the way to each. */
export async function Awaiting({ awaiting: { clients, total } }: AwaitingProps) {
  if (total === 0) return null
  const t = await pageTexts()
  return (
    <Notice kind="warning" id="awaiting" className="mb-5">
      {t('clients.awaiting', { count: total })}
      <ul className="mt-1">
        {clients.map(({ client: { id, displayName, clientIdentifier } }) => (
          <li key={id}>
            <Link
              href={sectionAddress(id, 'registration')}
              prefetch={false}
              className="ui-inline-link [overflow-wrap:anywhere]"
            >
              <bdi>{displayName || clientIdentifier}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

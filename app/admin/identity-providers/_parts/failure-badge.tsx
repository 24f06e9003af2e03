import { CircleX } from 'lucide-react'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { Provider } from './provider-page-data.ts'

interface FailureBadgeProps {
  readonly provider: Pick<Provider, 'lastFailure' | 'lastFailureAt' | 'enabled'>
}

/** Says that the last sign-in with a provider failed, and since when; nothing otherwise. */
export async function FailureBadge({ provider }: FailureBadgeProps) {
  const t = await pageTexts()
  const { lastFailure, lastFailureAt, enabled } = provider
  if (!enabled) return <Badge>{t('idp.off')}</Badge>
  if (!lastFailureAt) return null
  return (
    <Badge tone="danger" icon={CircleX} wraps>
      <span>
        {t.rich(`idp.failing.${kindOf(lastFailure)}`, {
          time: () => <Timestamp value={lastFailureAt} />,
        })}
      </span>
    </Badge>
  )
}

const unreachable =
  /^(?:status_\d+|refused_address|name_not_found|connect_failed|tls_failed|timeout|too_large|protocol_error|too_many_calls)$/

/** What kind of failure a word of the API names. */
function kindOf(lastFailure: string): 'secret' | 'unreachable' | 'invalid' {
  if (lastFailure === 'misconfigured') return 'secret'
  return unreachable.test(lastFailure) ? 'unreachable' : 'invalid'
}

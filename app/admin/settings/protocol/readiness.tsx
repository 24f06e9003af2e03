import { Panel } from '#app/_ui/layout/panel.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface ReadinessProps {
  readonly readiness: Awaited<ReturnType<Api['getProtocolReadiness']>>
}

const tones = { ok: 'success', warning: 'warning', failed: 'danger' } as const

/** What an agent needs of this server, and whether it is there. */
export async function Readiness({ readiness: { checks, ready } }: ReadinessProps) {
  const t = await pageTexts()
  return (
    <Panel
      id="readiness"
      title={t('settings.protocol.readiness.title')}
      intro={t('settings.protocol.readiness.intro')}
    >
      <p id="ready" className="mb-3 font-medium">
        {t(ready ? 'settings.protocol.readiness.ready' : 'settings.protocol.readiness.not_ready')}
      </p>
      <ul className="flex flex-col gap-2 text-sm">
        {checks.map(({ name, state, detail }) => (
          <li key={name} id={`check-${name}`} className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[state]}>{t(`settings.protocol.readiness.${state}`)}</Badge>
            <span>{t(`settings.protocol.readiness.checks.${name}`)}</span>
            {state !== 'ok' && detail && (
              <bdi dir="ltr" className="mono text-muted [overflow-wrap:anywhere]">
                {detail}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { guideOf } from '#lib/guides/index.ts'

/** A refused request with what explains it. */
export type ExplainedRefusal = Awaited<ReturnType<Api['getRefusal']>>

/** How to put a refusal right. The setting of the application's own framework stands first. */
export async function WhatToDo({ refusal, facts, explanation }: ExplainedRefusal) {
  const t = await pageTexts()
  const framework = await frameworkSetting(refusal.clientId, facts)
  const [form] = explanation.links
  return (
    <section className="ui-panel">
      <div className="ui-panel-head">
        <h2>{t('activity.refused.todo')}</h2>
      </div>
      <ul id="what-to-do" className="ui-rows">
        {framework !== null && (
          <li id="framework-setting">
            <span className="ui-step-no">1</span>
            <div className="ui-row-text">
              <p className="ui-row-title">{t('clients.connect.live.proxy')}</p>
              <p className="ui-hint">
                <span lang="en" dir="auto">
                  {framework}
                </span>
              </p>
            </div>
          </li>
        )}
        {explanation.remedy.map((text, i) => (
          <li key={text}>
            <span className="ui-step-no">{i + (framework === null ? 1 : 2)}</span>
            <div className="ui-row-text">
              <p className="ui-row-title">{text}</p>
              {form && <p className="ui-hint">{t('activity.refused.nothing_changes')}</p>}
            </div>
            {form && (
              <Link href={form} prefetch={false} className="btn btn-sm">
                {t('activity.refused.open_form')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {facts.mayAdd === false && typeof facts.received === 'string' && (
        <div className="ui-panel-body">
          <Notice kind="warning">{t('activity.refused.unknown_address')}</Notice>
        </div>
      )}
    </section>
  )
}

/**
 * What makes the application's framework send https behind a proxy, where http was sent instead; null where that is not
 * the difference, or nothing is known of the framework. The application may be deleted since.
 */
async function frameworkSetting(
  clientId: number | null,
  { difference }: ExplainedRefusal['facts'],
): Promise<string | null> {
  if (difference !== 'http_instead_of_https' || clientId === null) return null
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'clients')) return null
  const { clients } = await api.searchClients({ query: { ids: String(clientId) } })
  return guideOf(clients[0]?.framework ?? '')?.behindProxy ?? null
}

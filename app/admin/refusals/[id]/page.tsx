import Link from 'next/link'
import { notFound } from 'next/navigation'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { EventSentence } from '#app/_ui/text/event-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { allRules } from '../_parts/all-rules.ts'
import { Different } from './different.tsx'
import { type ExplainedRefusal, WhatToDo } from './what-to-do.tsx'

interface RefusalPageProps {
  readonly params: Promise<{ readonly id: string }>
}

/** One refused request: the difference, the correction, and the entries around it. */
export default async function RefusalPage({ params }: RefusalPageProps) {
  const t = await pageTexts()
  const { id } = await params
  if (!/^[1-9]\d{0,14}$/.test(id)) notFound()
  const { api } = await openConsole()
  const explained = await api.getRefusal({ params: { id: Number(id) } })
  const { refusal, facts, explanation } = explained
  return (
    <>
      <PageHeader
        title={explanation.title}
        intro={t('activity.refused.page_intro')}
        back={{ href: '/admin/refusals', label: t('activity.title.refused') }}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Different facts={facts} />
          <WhatToDo {...explained} />
          <Around requestId={refusal.requestId} />
        </div>
        <Request refusal={refusal} />
      </div>
    </>
  )
}

async function Request({ refusal }: { readonly refusal: ExplainedRefusal['refusal'] }) {
  const t = await pageTexts()
  const { visitor, api } = await openConsole()
  const { days } = await api.listRefusals({ query: { limit: '1' } })
  const { clientId, clientIdentifier, userId } = refusal
  return (
    <section className="ui-panel">
      <div className="ui-panel-head">
        <h2>{t('activity.refused.request')}</h2>
      </div>
      <div className="ui-panel-body grid gap-4">
        <dl className="ui-kv">
          <dt>{t('activity.application')}</dt>
          <dd className="[overflow-wrap:anywhere]">
            {clientId && mayRead(visitor, 'clients') ? (
              <Link href={`/admin/clients/${clientId}`} prefetch={false} className="ui-link">
                <bdi>{clientIdentifier}</bdi>
              </Link>
            ) : (
              <bdi>{clientIdentifier || '–'}</bdi>
            )}
          </dd>
          <dt>{t('activity.refused.endpoint')}</dt>
          <Mono text={refusal.endpoint} />
          <dt>{t('activity.when')}</dt>
          <dd>
            <Timestamp value={refusal.createdAt} exact />
          </dd>
          <dt>{t('activity.network')}</dt>
          <Mono text={refusal.network} />
          <dt>{t('console.record.person')}</dt>
          <dd>
            {userId && mayRead(visitor, 'users') ? (
              <Link href={`/admin/users/${userId}`} prefetch={false} className="ui-link">
                {userId}
              </Link>
            ) : (
              (userId ?? t('activity.refused.unknown_person'))
            )}
          </dd>
          <dt>{t('activity.refused.answer')}</dt>
          <Mono text={`${refusal.status} ${refusal.error}`} />
          <dt>{t('activity.refused.rule')}</dt>
          <dd className="grid gap-1">
            <span dir="ltr" className="font-mono text-xs [overflow-wrap:anywhere] rtl:text-end">
              {refusal.rule}
            </span>
            <a href={allRules} className="ui-link">
              {t('activity.refused.all_rules')}
            </a>
          </dd>
          <dt>{t('activity.field.requestId')}</dt>
          <Mono text={refusal.requestId} />
          <dt>{t('activity.refused.seen')}</dt>
          <dd>{t('activity.times', { count: refusal.repeats + 1 })}</dd>
        </dl>
        <p className="ui-hint border-line border-t pt-3">{t('activity.refused.kept', { days })}</p>
      </div>
    </section>
  )
}

function Mono({ text }: { readonly text: string }) {
  return (
    <dd dir="ltr" className="font-mono text-xs [overflow-wrap:anywhere] rtl:text-end">
      {text || '–'}
    </dd>
  )
}

/** Entries of the activity that the same request wrote. */
async function Around({ requestId }: { readonly requestId: string }) {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  if (!mayRead(visitor, 'settings')) return null
  const { events } = await api.listEvents({ query: { requestId, category: 'all' } })
  if (events.length === 0) return null
  return (
    <section className="ui-panel">
      <div className="ui-panel-head">
        <h2>{t('activity.refused.around')}</h2>
      </div>
      <ul className="ui-rows">
        {events.map((entry) => (
          <li key={entry.id}>
            <EventSentence entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

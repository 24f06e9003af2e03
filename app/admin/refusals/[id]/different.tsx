import { MarkedText } from '#app/_ui/text/marked-text.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface DifferentProps {
  readonly facts: Readonly<Record<string, unknown>>
}

const differences = [
  'none_registered',
  'final_slash',
  'case',
  'https_instead_of_http',
  'http_instead_of_https',
  'loopback_name',
  'port',
  'path',
  'other',
] as const

/** The sent value beside the registered one, with the difference marked; else the plain facts. */
export async function Different({ facts }: DifferentProps) {
  const t = await pageTexts()
  const { received, registered, difference, mayAdd: _, registeredCount: __, ...others } = facts
  if (typeof received !== 'string') return <Facts facts={others} />
  const kind = differences.find((one) => one === difference)
  const expected = typeof registered === 'string' ? registered : ''
  return (
    <section className="ui-panel">
      <div className="ui-panel-head">
        <h2>{t('activity.refused.different')}</h2>
        {kind && <p>{t(`activity.refused.difference.${kind}`)}</p>}
      </div>
      <div className="ui-panel-body grid gap-3 md:grid-cols-2">
        <Side
          name={t('activity.refused.received')}
          text={received}
          other={expected}
          tone="danger"
        />
        {expected && (
          <Side
            name={t('activity.refused.registered')}
            text={expected}
            other={received}
            tone="success"
          />
        )}
      </div>
    </section>
  )
}

const tones = {
  danger: ['border-(--danger-line) bg-(--danger-soft)', 'text-(--danger-text)'],
  success: ['border-(--success-line) bg-(--success-soft)', 'text-(--success-text)'],
} as const

interface SideProps {
  readonly name: string
  readonly text: string
  readonly other: string
  readonly tone: keyof typeof tones
}

function Side({ name, text, other, tone }: SideProps) {
  const [box, label] = tones[tone]
  return (
    <div className={`min-w-0 rounded-[10px] border p-3.5 ${box}`}>
      <p className={`mb-1.5 font-semibold text-xs ${label}`}>{name}</p>
      <p dir="ltr" className="break-all font-mono leading-6">
        <MarkedText text={text} other={other} />
      </p>
    </div>
  )
}

async function Facts({ facts }: DifferentProps) {
  const t = await pageTexts()
  const known = Object.entries(facts)
  if (known.length === 0) return null
  return (
    <section className="ui-panel">
      <div className="ui-panel-head">
        <h2>{t('activity.refused.facts')}</h2>
      </div>
      <dl className="ui-panel-body ui-kv">
        {known.map(([name, value]) => (
          <div key={name} className="contents">
            <dt dir="ltr" className="font-mono text-xs">
              {name}
            </dt>
            <dd dir="auto" className="font-mono text-xs [overflow-wrap:anywhere]">
              {String(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

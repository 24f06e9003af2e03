import { CalendarDays, Plus } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ExportMenu } from './export-menu.tsx'
import { activityAddress, categories, type Filter, filterIn, outcomes, ranges } from './filter.ts'
import { canBeLive, isLive } from './live.ts'
import { LiveSwitch } from './live-switch.tsx'

interface FilterBarProps {
  readonly filter: Filter
  readonly zone: string
}

interface FilterToolsProps extends FilterBarProps {
  /** False: the filter is only a part of what the address asks for, and nothing exports it. */
  readonly isReadable: boolean
}

/** Chooses entries: periods and presets are links, everything else is a form that works without script. */
export async function FilterBar({ filter, zone, isReadable }: FilterToolsProps) {
  const t = await pageTexts()
  const live = isLive(filter) ? '1' : ''
  const first = { ...filter, after: '', live }
  const hasDays = filter.from !== '' || filter.to !== ''
  return (
    <>
      <div className="ui-toolbar">
        <nav className="ui-chips" aria-label={t('activity.period')}>
          {ranges.map((range) => {
            const isOn = !hasDays && filter.range === range
            return (
              <Link
                key={range}
                href={activityAddress({ ...first, range, from: '', to: '', zone: '' })}
                prefetch={false}
                aria-current={isOn || undefined}
                className={`ui-chip ${isOn ? 'ui-chip-on' : ''}`}
              >
                {isOn && <CalendarDays aria-hidden="true" />}
                {t(`activity.range.${range}`)}
              </Link>
            )
          })}
        </nav>
        <span className="grow" />
        {isReadable && canBeLive(filter) && <LiveSwitch filter={filter} />}
        {isReadable && <ExportMenu filter={{ ...first, live: '' }} />}
      </div>
      <nav
        aria-label={t('activity.show')}
        className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
      >
        <span className="text-subtle">{t('activity.show')}</span>
        {(['failed', 'changes', 'security', 'everything'] as const).map((name) => (
          <Link
            key={name}
            href={activityAddress({
              ...filterIn({}),
              range: filter.range,
              live,
              ...presets[name],
            })}
            prefetch={false}
            className="ui-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            {t(`activity.preset.${name}`)}
          </Link>
        ))}
      </nav>
      <details open={isNarrow(filter)} className="mb-4">
        <summary className="ui-chip mb-3 inline-flex">
          <Plus aria-hidden="true" />
          {t('activity.more')}
        </summary>
        <FilterForm filter={filter} zone={zone} />
      </details>
    </>
  )
}

const presets = {
  failed: { category: 'sign_ins', outcome: 'refused' },
  changes: { category: 'changes' },
  security: { category: 'security' },
  everything: { category: 'all' },
} as const satisfies Readonly<Record<string, Partial<Filter>>>

const texts = ['person', 'application', 'actor', 'ipAddress', 'requestId'] as const

function isNarrow(filter: Filter): boolean {
  const { category, outcome, from, to } = filter
  return [category, outcome, from, to, ...texts.map((name) => filter[name])].some(Boolean)
}

async function FilterForm({ filter, zone }: FilterBarProps) {
  const t = await pageTexts()
  return (
    <form action="/admin/activity" className="ui-panel">
      <div className="ui-panel-body grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Choice name="category" label={t('activity.category_label')} value={filter.category}>
          {categories.map((name) => (
            <option key={name} value={name}>
              {t(`activity.category.${name || 'all_but_tokens'}`)}
            </option>
          ))}
        </Choice>
        <Choice name="outcome" label={t('activity.outcome_label')} value={filter.outcome}>
          {outcomes.map((name) => (
            <option key={name} value={name}>
              {t(`activity.outcome.${name || 'any'}`)}
            </option>
          ))}
        </Choice>
        <Day name="from" label={t('activity.from')} value={filter.from} />
        <Day name="to" label={t('activity.to', { zone })} value={filter.to} />
        {texts.map((name) => (
          <label key={name} className="grid gap-1 text-sm">
            <span>{t(`activity.field.${name}`)}</span>
            <input
              id={`filter-${name}`}
              name={name}
              defaultValue={filter[name]}
              maxLength={name === 'ipAddress' ? 100 : 200}
              dir="auto"
              className="input input-sm w-full"
            />
          </label>
        ))}
        {filter.auditEvent && <input type="hidden" name="auditEvent" value={filter.auditEvent} />}
        {filter.groupId && <input type="hidden" name="groupId" value={filter.groupId} />}
        {filter.resourceId && <input type="hidden" name="resourceId" value={filter.resourceId} />}
        <input type="hidden" name="range" value={filter.range} />
        <input type="hidden" name="zone" value={zone} />
        {isLive(filter) && <input type="hidden" name="live" value="1" />}
        <div className="flex items-end gap-2">
          <button type="submit" className="btn btn-sm btn-primary">
            {t('activity.apply')}
          </button>
          <Link href="/admin/activity" prefetch={false} className="btn btn-sm">
            {t('activity.clear')}
          </Link>
        </div>
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly children: React.ReactNode
}

function Choice({ name, label, value, children }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-sm">
      <span>{label}</span>
      <select name={name} defaultValue={value} className="select select-sm w-full">
        {children}
      </select>
    </label>
  )
}

function Day({ name, label, value }: Omit<ChoiceProps, 'children'>) {
  return (
    <label className="grid gap-1 text-sm">
      <span>{label}</span>
      <input type="date" name={name} defaultValue={value} className="input input-sm w-full" />
    </label>
  )
}

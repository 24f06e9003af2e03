import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'
import type { SignInDay } from './parts.ts'

interface DaysProps {
  readonly days: readonly SignInDay[]
}

/** The fill of sign-ins. In forced colours it needs a system colour: both kinds would be empty boxes otherwise. */
const filled = 'bg-[var(--accent)] forced-colors:bg-[CanvasText]'

/** Stripes distinguish refusals from sign-ins where colours do not. */
const stripes = {
  backgroundImage:
    'repeating-linear-gradient(135deg, var(--color-error) 0 2px, var(--danger-soft) 2px 5px)',
}

/** The legend of the two kinds of bars, with their totals. */
export async function Legend({ days }: DaysProps) {
  const t = await pageTexts()
  const number = new Intl.NumberFormat(await pageLanguage())
  const sum = (of: (day: SignInDay) => number) =>
    number.format(days.reduce((total, day) => total + of(day), 0))
  const kinds = [
    ['signIns', t('dashboard.sign_ins.succeeded'), sum(({ signIns }) => signIns)],
    ['refused', t('dashboard.sign_ins.refused'), sum(({ refused }) => refused)],
  ] as const
  return (
    <ul className="mb-5 flex flex-wrap gap-x-8 gap-y-2">
      {kinds.map(([kind, label, total]) => (
        <li key={kind} id={`sum-${kind}`} className="flex items-center gap-2 text-sm">
          <span
            aria-hidden="true"
            className={`size-3 shrink-0 rounded-xs ${kind === 'signIns' ? `${filled} outline outline-base-content/40` : 'outline outline-base-content/60'}`}
            style={kind === 'refused' ? stripes : undefined}
          />
          <span className="font-semibold tabular-nums">{total}</span>
          <span
            className="text-muted"
            title={kind === 'refused' ? t('dashboard.sign_ins.refused_hint') : undefined}
          >
            {label}
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Two bars per day, made of boxes: they follow the theme and the text direction, and need no script. The table beside
 * the chart has the same numbers for screen readers.
 */
export async function Chart({ days }: DaysProps) {
  const language = await pageLanguage()
  const top = niceTop(Math.max(1, ...days.flatMap(({ signIns, refused }) => [signIns, refused])))
  const number = new Intl.NumberFormat(language, { notation: 'compact' })
  return (
    <div aria-hidden="true" className="flex gap-2 text-[0.6875rem] text-muted tabular-nums">
      <div className="flex h-36 flex-col justify-between text-end leading-none">
        <span>{number.format(top)}</span>
        <span>{number.format(top / 2)}</span>
        <span>0</span>
      </div>
      <div className="min-w-0 flex-1">
        <div className="relative mt-1 flex h-34 items-end border-line border-y">
          <div className="absolute inset-x-0 top-1/2 border-line border-t border-dashed" />
          {days.map((day) => (
            <Bars key={day.date} day={day} top={top} />
          ))}
        </div>
        <DayLabels days={days} language={language} />
      </div>
    </div>
  )
}

async function Bars({ day, top }: { readonly day: SignInDay; readonly top: number }) {
  const t = await pageTexts()
  const { date, signIns, refused } = day
  const format = dateFormat(await pageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })
  // A count above zero has a visible bar.
  const height = (count: number) => ({
    height: count === 0 ? '0' : `max(3px, ${(count / top) * 100}%)`,
  })
  const title = t('dashboard.sign_ins.of_day', {
    day: format.format(new Date(date)),
    signIns,
    refused,
  })
  return (
    <div
      title={title}
      className="relative flex h-full flex-1 items-end justify-center gap-px px-px hover:bg-[var(--hover)] sm:gap-0.5 sm:px-1"
    >
      <div
        className={`w-full max-w-4 rounded-t-xs ${filled} outline-base-content/40 [outline-style:solid] [outline-width:1px] data-[none]:outline-none`}
        data-none={signIns === 0 ? '' : undefined}
        style={height(signIns)}
      />
      <div
        className="w-full max-w-4 rounded-t-xs outline-base-content/60 [outline-style:solid] [outline-width:1px] data-[none]:outline-none"
        data-none={refused === 0 ? '' : undefined}
        style={{ ...height(refused), ...stripes }}
      />
    </div>
  )
}

interface DayLabelsProps extends DaysProps {
  readonly language: string
}

function DayLabels({ days, language }: DayLabelsProps) {
  const short = dateFormat(language, { day: 'numeric', timeZone: 'UTC' })
  const long = dateFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (
    <>
      <div className="mt-1.5 hidden sm:flex">
        {days.map(({ date }, index) => (
          <span key={date} className="flex-1 whitespace-nowrap text-center">
            {(index === 0 || date.endsWith('-01') ? long : short).format(new Date(date))}
          </span>
        ))}
      </div>
      <div className="mt-1.5 flex justify-between sm:hidden">
        {[days[0], days.at(-1)].map(
          (day) => day && <span key={day.date}>{long.format(new Date(day.date))}</span>,
        )}
      </div>
    </>
  )
}

/** The next round number whose half is whole too: 2, 4, 6, 8, 10, 20, 40, … */
function niceTop(most: number): number {
  const steps = [2, 4, 6, 8, 10]
  const size = 10 ** Math.max(0, Math.floor(Math.log10(most)))
  const step = steps.find((one) => one * size >= most) ?? 10
  return step * size
}

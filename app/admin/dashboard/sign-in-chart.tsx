'use client'

import { useEffect, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type Bar, barsOf, niceTop } from './bars.ts'
import type { Hour } from './parts.ts'
import { SignInTable } from './sign-in-table.tsx'

interface SignInChartProps {
  readonly hours: readonly Hour[]
  readonly hoursOfBar: number
  readonly language: string
}

/** Sign-ins and refusals as bars, and as a table. In the visitor's zone; without scripts in UTC, which is named. */
export function SignInChart({ hours, hoursOfBar, language }: SignInChartProps) {
  const t = useTexts()
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  const bars = barsOf(hours, hoursOfBar, zone)
  const days = hoursOfBar === 24 ? bars : barsOf(hours, 24, zone)
  const shared = { language, zone }
  return (
    <>
      <div className="hidden sm:block">
        <Chart {...shared} bars={bars} hasHours={hoursOfBar < 24} />
      </div>
      {/* A phone has room for days only, or for the hours of one day. */}
      <div className="sm:hidden">
        <Chart
          {...shared}
          bars={hoursOfBar === 1 ? bars : days}
          hasHours={hoursOfBar === 1}
          isNarrow
        />
      </div>
      <p className="ui-hint mt-2">{t('dashboard.sign_ins.zone', { zone })}</p>
      <details className="mt-2 text-sm">
        <summary className="ui-link w-fit cursor-pointer py-0.5">
          {t('dashboard.sign_ins.as_table')}
        </summary>
        <SignInTable {...shared} bars={bars} hasHours={hoursOfBar < 24} />
      </details>
    </>
  )
}

interface ChartProps {
  readonly bars: readonly Bar[]
  readonly language: string
  readonly zone: string
  readonly hasHours: boolean
  readonly isNarrow?: boolean
}

const height = 190
const left = 34

function Chart({ bars, language, zone, hasHours, isNarrow = false }: ChartProps) {
  const t = useTexts()
  const width = isNarrow ? 360 : 1_040
  const top = niceTop(Math.max(...bars.map(({ signIns, refused }) => signIns + refused)))
  // One that stands in a hidden chart is not drawn.
  const hatch = isNarrow ? 'hatch-narrow' : 'hatch'
  const slot = (width - left) / Math.max(1, bars.length)
  const number = new Intl.NumberFormat(language, { notation: 'compact' })
  const named = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    dateStyle: 'medium',
    ...(hasHours && { timeStyle: 'short' }),
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height + 24}`}
      // A chart reads from left to right in every language, as its time does.
      direction="ltr"
      className="h-auto w-full"
      role="img"
      aria-label={t('dashboard.sign_ins.chart')}
      suppressHydrationWarning
    >
      <Hatch id={hatch} />
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            x1={left}
            x2={width}
            y1={yOf(share)}
            y2={yOf(share)}
            stroke="var(--line)"
            strokeDasharray={share === 0 ? undefined : '3 4'}
          />
          <text x={left - 8} y={yOf(share) + 4} textAnchor="end" fontSize="11" fill="var(--subtle)">
            {number.format(top * share)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.start}>
          <title>
            {t('dashboard.sign_ins.of_day', {
              day: named.format(new Date(bar.start)),
              signIns: bar.signIns,
              refused: bar.refused,
            })}
          </title>
          <Column bar={bar} x={left + index * slot} width={slot} top={top} hatch={hatch} />
        </g>
      ))}
      <Labels bars={bars} slot={slot} language={language} zone={zone} isNarrow={isNarrow} />
    </svg>
  )
}

function yOf(share: number): number {
  return Math.round((height - share * (height - 10)) * 100) / 100
}

/** Stripes distinguish refusals from sign-ins where colors do not. */
function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--danger-soft)" />
        <rect width="2" height="5" fill="var(--color-error)" />
      </pattern>
    </defs>
  )
}

interface ColumnProps {
  readonly bar: Bar
  readonly x: number
  readonly width: number
  readonly top: number
  /** Id of the pattern. */
  readonly hatch: string
}

/** A count above zero is visible: two units high at least. */
function Column({ bar: { signIns, refused }, x, width, top, hatch }: ColumnProps) {
  const bar = Math.max(2, Math.min(24, width - 4))
  const start = Math.round((x + (width - bar) / 2) * 100) / 100
  const tall = (count: number) =>
    count === 0 ? 0 : Math.max(2, Math.round((count / top) * (height - 10) * 100) / 100)
  const [below, above] = [tall(signIns), tall(refused)]
  return (
    <>
      <rect x={x} y="0" width={width} height={height} fill="transparent" />
      {below > 0 && (
        <rect
          x={start}
          y={height - below}
          width={bar}
          height={below}
          rx="2"
          className="fill-[var(--accent)] forced-colors:fill-[CanvasText]"
        />
      )}
      {above > 0 && (
        <rect
          x={start}
          y={height - below - above - 1}
          width={bar}
          height={above}
          rx="1.5"
          fill={`url(#${hatch})`}
          stroke="var(--color-error)"
          strokeWidth="0.75"
        />
      )}
    </>
  )
}

interface LabelsProps {
  readonly bars: readonly Bar[]
  readonly slot: number
  readonly language: string
  readonly zone: string
  readonly isNarrow: boolean
}

/** One label a day, below the middle of its bars; hours where all bars are of one or two days. */
function Labels({ bars, slot, language, zone, isNarrow }: LabelsProps) {
  const days = [...Map.groupBy(bars.entries(), ([, { day }]) => day)]
  const isHours = days.length <= 2
  const options = { timeZone: zone } as const
  const format = isHours
    ? new Intl.DateTimeFormat(language, { ...options, hour: 'numeric' })
    : new Intl.DateTimeFormat(language, {
        ...options,
        ...(days.length <= 8 && !isNarrow ? { weekday: 'short' } : {}),
        day: 'numeric',
      })
  const marks = isHours
    ? [...bars.entries()].filter(([index]) => index % (isNarrow ? 6 : 3) === 0).map((one) => [one])
    : days.map(([, ofDay]) => ofDay)
  const every = Math.ceil(marks.length / (isNarrow ? 8 : 16))
  return marks
    .filter((_, index) => index % every === 0)
    .map((ofMark) => {
      const [first] = ofMark
      if (!first) return null
      const middle = left + (first[0] + ofMark.length / 2) * slot
      return (
        <text
          key={first[1].start}
          x={Math.round(middle)}
          y={height + 18}
          textAnchor="middle"
          fontSize="11"
          fill="var(--subtle)"
        >
          {format.format(new Date(first[1].start))}
        </text>
      )
    })
}

'use client'

import { Table } from '#app/_ui/list/table.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Bar } from './bars.ts'

interface SignInTableProps {
  readonly bars: readonly Bar[]
  readonly language: string
  readonly zone: string
  readonly hasHours: boolean
}

/** The numbers of the chart, the newest first. */
export function SignInTable({ bars, language, zone, hasHours }: SignInTableProps) {
  const t = useTexts()
  const number = new Intl.NumberFormat(language)
  const time = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    dateStyle: 'medium',
    ...(hasHours && { timeStyle: 'short' }),
  })
  return (
    <Table className="mt-2 max-w-md tabular-nums [&_th]:whitespace-normal">
      <thead>
        <tr>
          <th scope="col">{t(hasHours ? 'dashboard.sign_ins.time' : 'dashboard.sign_ins.day')}</th>
          <th scope="col" className="num">
            {t('dashboard.sign_ins.succeeded')}
          </th>
          <th scope="col" className="num">
            {t('dashboard.sign_ins.refused')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ start, signIns, refused }) => (
          <tr key={start}>
            <th scope="row" className="bg-transparent! font-normal!">
              {time.format(new Date(start))}
            </th>
            <td className="num">{number.format(signIns)}</td>
            <td className="num">{number.format(refused)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

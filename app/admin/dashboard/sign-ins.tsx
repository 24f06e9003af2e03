import Link from 'next/link'
import { Card } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { countLimit } from '#lib/api/contract/models/dashboard.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { dateFormat } from '#lib/i18n/formats.ts'
import { Chart, Legend } from './chart.tsx'
import type { SignInDay } from './parts.ts'

interface SignInsProps {
  readonly days: readonly SignInDay[]
  /** The server currently stores events. */
  readonly isKept: boolean
}

/** Sign-ins and refusals of the last days, as a chart and as a table. */
export async function SignIns({ days, isKept }: SignInsProps) {
  const t = await pageTexts()
  const isEmpty = days.every(({ signIns, refused }) => signIns + refused === 0)
  return (
    <Card
      id="sign-ins"
      title={t('dashboard.sign_ins.title')}
      intro={t('dashboard.sign_ins.days', { count: days.length })}
      actions={
        <Link
          href="/admin/settings/audit-log-viewer"
          prefetch={false}
          className="text-link text-sm"
        >
          {t('dashboard.sign_ins.log')}
        </Link>
      }
    >
      {isEmpty && !isKept ? (
        <p className="text-muted text-sm">{t('dashboard.sign_ins.not_kept')}</p>
      ) : (
        <>
          <Legend days={days} />
          <Chart days={days} />
          <details className="mt-4 text-sm">
            <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-base-content">
              {t('dashboard.sign_ins.as_table')}
            </summary>
            <DayTable days={days} />
          </details>
        </>
      )}
    </Card>
  )
}

async function DayTable({ days }: { readonly days: readonly SignInDay[] }) {
  const t = await pageTexts()
  const language = await pageLanguage()
  const day = dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  const count = (value: number) => {
    const text = number.format(value)
    return value >= countLimit ? t('dashboard.figures.at_least', { count: text }) : text
  }
  return (
    <table className="table table-sm mt-2 max-w-md tabular-nums">
      <thead>
        <tr>
          <th scope="col">{t('dashboard.sign_ins.day')}</th>
          <th scope="col" className="text-end">
            {t('dashboard.sign_ins.succeeded')}
          </th>
          <th scope="col" className="text-end">
            {t('dashboard.sign_ins.refused')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, signIns, refused }) => (
          <tr key={date}>
            <th scope="row" className="font-normal">
              {day.format(new Date(date))}
            </th>
            <td className="text-end">{count(signIns)}</td>
            <td className="text-end">{count(refused)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

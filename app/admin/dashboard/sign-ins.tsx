import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Table } from '#app/_ui/list/table.tsx'
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
    <Panel
      id="sign-ins"
      title={t('dashboard.sign_ins.title')}
      intro={t('dashboard.sign_ins.days', { count: days.length })}
      actions={
        <Link href="/admin/settings/audit-log-viewer" prefetch={false} className="ui-link text-sm">
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
            <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-ink">
              {t('dashboard.sign_ins.as_table')}
            </summary>
            <DayTable days={days} />
          </details>
        </>
      )}
    </Panel>
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
    <Table className="mt-2 max-w-md tabular-nums">
      <thead>
        <tr>
          <th scope="col">{t('dashboard.sign_ins.day')}</th>
          <th scope="col" className="num">
            {t('dashboard.sign_ins.succeeded')}
          </th>
          <th scope="col" className="num">
            {t('dashboard.sign_ins.refused')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, signIns, refused }) => (
          <tr key={date}>
            <th scope="row" className="bg-transparent! font-normal!">
              {day.format(new Date(date))}
            </th>
            <td className="num">{count(signIns)}</td>
            <td className="num">{count(refused)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

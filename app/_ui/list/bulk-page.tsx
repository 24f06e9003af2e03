import Link from 'next/link'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type BulkActName, bulkGrades } from './bulk-acts.ts'
import { BulkConfirm } from './bulk-confirm.tsx'
import {
  type BulkList,
  bulkActOf,
  bulkExportAddress,
  problemText,
  type Selected,
  selectedOf,
} from './bulk-list.ts'
import { readSelection } from './bulk-selection.ts'
import { addressWith, listParameters, readListAddress } from './list-address.ts'
import type { QueryValues } from './list-query.ts'

/** Records that are named; the others are counted. */
const named = 10

interface BulkPageProps {
  readonly list: BulkList
  readonly values: QueryValues
  /** The name of the list. */
  readonly title: string
  /** Further fields of an act. */
  readonly fields?: (act: BulkActName) => ReactNode
}

/** Asks before an act on several records, and reports the results. Works without scripts. */
export async function BulkPage({ list, values, title, fields }: BulkPageProps) {
  const t = await pageTexts()
  const { definition } = list
  if (values.act === 'export') redirect(bulkExportAddress(definition, values))
  const { api } = await openConsole()
  const act = bulkActOf(list, values.act)
  const selection = readSelection(definition, values)
  const address = listParameters(definition, readListAddress(definition, values))
  const back = { href: addressWith(definition.path, address), label: title }
  if (!act || !selection) {
    return (
      <>
        <PageHeader title={t('lists.bulk.nobody')} back={back} />
        <Notice kind="warning" className="mb-5">
          {t('lists.bulk.nobody_hint')}
        </Notice>
        <Link id="back-to-list" href={back.href} prefetch={false} className="btn btn-primary">
          {back.label}
        </Link>
      </>
    )
  }
  const selected = await selectedOf(list, api, selection)
  const question = <Question list={list} act={act} selected={selected} back={back} />
  if (selected.problem === 'too_many') return question
  return (
    <BulkConfirm
      action={`${definition.path}/bulk/submit`}
      label={t(`lists.bulk.do.${act}`)}
      grade={bulkGrades[act]}
      back={back}
      total={selected.total}
      question={question}
      resultHeader={<PageHeader title={[t('lists.bulk.result'), title]} back={back} />}
    >
      {fields?.(act)}
    </BulkConfirm>
  )
}

interface QuestionProps extends ConsequencesProps {
  readonly back: { readonly href: string; readonly label: string }
}

/** The question of the page, and the records that the act would change. */
async function Question({ list, act, selected, back }: QuestionProps) {
  const t = await pageTexts()
  const problem = problemText(t, selected)
  return (
    <>
      <PageHeader title={t(`lists.bulk.title.${act}`, { count: selected.total })} back={back} />
      {problem && (
        <Notice kind="warning" className="mb-5">
          {problem}
        </Notice>
      )}
      <Consequences list={list} act={act} selected={selected} />
    </>
  )
}

interface ConsequencesProps {
  readonly list: BulkList
  readonly act: BulkActName
  readonly selected: Selected
}

/** What happens, and to whom. */
async function Consequences({ list, act, selected: { ids, total } }: ConsequencesProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const records = ids.length > 0 ? await list.describe(api, ids.slice(0, named)) : []
  return (
    <section className="ui-panel mb-5">
      <div className="ui-panel-body">
        <p>{t(`lists.bulk.text.${act}`)}</p>
        <ul className="ui-lines">
          {records.map(({ id, name, note }) => (
            <li key={id} className="flex-wrap [overflow-wrap:anywhere]">
              <bdi className="text-ink">{name}</bdi>
              {note && <bdi>{note}</bdi>}
            </li>
          ))}
          {total > records.length && (
            <li>{t('lists.bulk.others', { count: total - records.length })}</li>
          )}
        </ul>
      </div>
    </section>
  )
}

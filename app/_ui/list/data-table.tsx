import type { ReactNode } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type BulkAct, BulkBar } from './bulk-bar.tsx'
import { BulkForm } from './bulk-form.tsx'
import { ListFoot } from './list-foot.tsx'
import type { List } from './open-list.ts'
import { RecordCell } from './record-cell.tsx'
import { SelectPage } from './select-page.tsx'
import { SortHead } from './sort-head.tsx'
import { Table, TableFrame } from './table.tsx'
import { TableKeys } from './table-keys.tsx'

/** From which width of the page a column is shown, in rem. */
const shownFrom = {
  44: 'hidden @min-[44rem]:table-cell',
  52: 'hidden @min-[52rem]:table-cell',
  60: 'hidden @min-[60rem]:table-cell',
  68: 'hidden @min-[68rem]:table-cell',
} as const

/** A column beside the first. */
export interface Column<Row> {
  /** As in `ListDefinition.columns`. */
  readonly key: string
  readonly label: string
  /** What it sorts by. */
  readonly sort?: string
  /** The width of the page from which it is shown; absent: always. */
  readonly from?: keyof typeof shownFrom
  /** `num`, `time` or `fit`, as in the styles of tables. */
  readonly look?: string
  readonly cell: (row: Row) => ReactNode
}

/** The first cell of a row, and what stands in the others on a phone. */
export interface RowHead {
  readonly key: number
  /** Names the row for its check box and its menu. */
  readonly name: string
  readonly href: string
  readonly picture: ReactNode
  /** The name as the row shows it, in one line. */
  readonly title: ReactNode
  /** Its text in full, for a row that cuts it. */
  readonly inFull: string
  readonly badge?: ReactNode
  /** The gray line below the name on a phone. */
  readonly phone: ReactNode
  /** The row's menu. */
  readonly menu?: ReactNode
}

interface DataTableProps<Row> {
  readonly id: string
  readonly list: List
  readonly total: number
  readonly rows: readonly Row[]
  readonly first: { readonly label: string; readonly sort?: string }
  readonly columns: readonly Column<Row>[]
  readonly head: (row: Row) => RowHead
  /** Acts on several rows; without any, rows have no check boxes. */
  readonly acts?: readonly BulkAct[]
  /** What replaces the rows when there are none. */
  readonly empty: ReactNode
}

/**
 * A list of records with its foot: columns that sort and that the visitor chooses, a menu in each row, check boxes with
 * acts on several rows, and a plain list on phones. Everything works without scripts.
 */
export async function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, list, total, rows, first, head, acts = [], empty } = props
  const { visitor } = await openConsole()
  const columns = props.columns.filter(({ key }) => list.columns.includes(key))
  const heads = rows.map((row) => ({ row, head: head(row) }))
  const hasMenu = heads.some((each) => each.head.menu)
  const form = acts.length > 0 ? `${id}-bulk` : null
  if (rows.length === 0) return <TableFrame>{empty}</TableFrame>
  return (
    <ClientTexts areas={['list']}>
      <TableFrame>
        {form && (
          <BulkBar
            form={form}
            table={id}
            acts={acts}
            total={total}
            now={visitor.now.toISOString()}
          />
        )}
        <TableKeys table={id} />
        <Table id={id} isStackable isFit>
          <TableHead
            list={list}
            table={id}
            first={first}
            columns={columns}
            isSelectable={form !== null}
            hasMenu={hasMenu}
          />
          <tbody>
            {heads.map((each) => (
              <TableRow
                key={each.head.key}
                {...each}
                columns={columns}
                form={form}
                hasMenu={hasMenu}
              />
            ))}
          </tbody>
        </Table>
        {form && (
          <BulkForm
            form={form}
            path={`${list.definition.path}/${isOnlyExport(acts) ? 'export' : 'bulk'}`}
            kept={list.kept}
            acts={acts}
          />
        )}
        <ListFoot list={list} total={total} />
      </TableFrame>
    </ClientTexts>
  )
}

interface TableHeadProps<Row> extends Pick<DataTableProps<Row>, 'list' | 'first' | 'columns'> {
  readonly table: string
  readonly isSelectable: boolean
  readonly hasMenu: boolean
}

async function TableHead<Row>(props: TableHeadProps<Row>) {
  const { list, table, first, columns, isSelectable, hasMenu } = props
  const t = await pageTexts()
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th className="fit max-sm:hidden print:hidden">
            <SelectPage table={table} />
          </th>
        )}
        <SortHead list={list} {...first} />
        {columns.map((column) => (
          <SortHead
            key={column.key}
            list={list}
            label={column.label}
            sort={column.sort}
            className={looksOf(column)}
          />
        ))}
        {hasMenu && (
          <th scope="col" className="fit print:hidden">
            <span className="sr-only">{t('list.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly row: Row
  readonly head: RowHead
  /** The form of the row's check box; without one, the row has none. */
  readonly form: string | null
  readonly hasMenu: boolean
}

async function TableRow<Row>({ row, head, columns, form, hasMenu }: TableRowProps<Row>) {
  const t = await pageTexts()
  return (
    <tr className="relative">
      {form && (
        <td className="fit max-sm:hidden print:hidden">
          <input
            type="checkbox"
            form={form}
            name="id"
            value={head.key}
            className="checkbox relative z-10 align-middle"
            aria-label={t('list.select', { name: head.name })}
          />
        </td>
      )}
      <RecordCell {...cellOf(head)}>{head.title}</RecordCell>
      <td className="keep sm:hidden">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {head.phone}
        </span>
      </td>
      {columns.map((column) => (
        <td key={column.key} className={looksOf(column)}>
          {column.cell(row)}
        </td>
      ))}
      {hasMenu && <td className="fit keep end print:hidden">{head.menu}</td>}
    </tr>
  )
}

function looksOf({ from, look = '' }: Pick<Column<never>, 'from' | 'look'>): string {
  return [from && shownFrom[from], look].filter(Boolean).join(' ')
}

/** Where rows can only be exported, no page stands between. */
function isOnlyExport(acts: readonly BulkAct[]): boolean {
  return acts.every(({ value }) => value === 'export')
}

function cellOf({ href, picture, inFull, badge }: RowHead) {
  return { href, picture, inFull, badge }
}

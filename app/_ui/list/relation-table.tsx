import type { ReactNode } from 'react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Table } from './table.tsx'

/** A record and its relation to the record of the page. */
export interface Related {
  readonly id: number
  readonly name: ReactNode
  readonly state: ReactNode
  /** The action that changes it; empty for read-only visitors. */
  readonly action: ReactNode
}

interface RelationTableProps {
  readonly id: string
  /** Heading of the names. */
  readonly heading: string
  /** Heading of the relation. */
  readonly column: string
  readonly rows: readonly Related[]
  /** A picture stands before each name. */
  readonly hasPictures?: boolean
}

/** Records, their relation to the page's record, and the action to change it. */
export async function RelationTable(props: RelationTableProps) {
  const { id, heading, column, rows, hasPictures = false } = props
  const t = await pageTexts()
  return (
    <Table id={id}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className="max-sm:hidden">
            {column}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="min-w-0">
              {row.name}
              <div
                className={`mt-1 flex flex-wrap gap-1 empty:hidden sm:hidden ${hasPictures ? 'ps-8.5' : ''}`}
              >
                {row.state}
              </div>
            </td>
            <td className="max-sm:hidden">
              <div className="flex flex-wrap gap-1">{row.state}</div>
            </td>
            <td className="text-end">{row.action}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

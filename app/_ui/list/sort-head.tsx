import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import Link from 'next/link'
import type { List } from './open-list.ts'

interface SortHeadProps {
  readonly list: List
  readonly label: string
  /** What the column sorts by; absent for one that does not. */
  readonly sort?: string | undefined
  readonly className?: string
}

/** The head of a column: a link that sorts by it, and turns the order round when it does already. */
export function SortHead({ list, label, sort, className }: SortHeadProps) {
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const isSorted = list.sort === sort
  const order = isSorted ? turned(list.order) : (list.definition.sorts[sort] ?? 'asc')
  const Icon = isSorted ? (list.order === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link href={list.href({ sort, order })} prefetch={false} scroll={false}>
        {label}
        <Icon className={isSorted ? '' : 'opacity-45'} aria-hidden="true" />
      </Link>
    </th>
  )
}

function turned(order: List['order']): List['order'] {
  return order === 'asc' ? 'desc' : 'asc'
}

import { Plus, X } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { List } from './open-list.ts'

/** A filter of a list, in words. */
export interface Filter {
  /** Its parameter. */
  readonly name: string
  readonly label: string
  readonly options: readonly FilterOption[]
}

interface FilterOption {
  readonly value: string
  readonly label: string
}

interface FilterChipsProps {
  readonly list: List
  readonly filters: readonly Filter[]
}

/** Chips beside the search; the other filters share a menu until they are set. */
const maxChips = 3

/** More options than these are chosen from a select instead of a menu. */
const maxLinks = 8

/** The filters of a list: solid when set, with a way to take it off; dashed with a menu of choices otherwise. */
export async function FilterChips({ list, filters }: FilterChipsProps) {
  const t = await pageTexts()
  const isSet = ({ name }: Filter) => list.filters[name] !== undefined
  const first = filters.slice(0, maxChips)
  const shown = [...first, ...filters.slice(maxChips).filter(isSet)]
  const others = filters.filter((filter) => !shown.includes(filter))
  const isAnySet = Object.keys(list.filters).length > 0
  return (
    <span className="ui-chips print:hidden">
      {shown.map((filter) => {
        const value = list.filters[filter.name]
        return value === undefined ? (
          <UnsetChip key={filter.name} list={list} filter={filter} />
        ) : (
          <SetChip key={filter.name} list={list} filter={filter} value={value} />
        )
      })}
      {others.length > 0 && <MoreFilters list={list} filters={others} />}
      {isAnySet && (
        <Link href={list.href({ filters: {} })} prefetch={false} className="btn btn-ghost btn-sm">
          {t('list.clear_filters')}
        </Link>
      )}
    </span>
  )
}

interface ChipProps {
  readonly list: List
  readonly filter: Filter
}

async function SetChip({ list, filter, value }: ChipProps & { readonly value: string }) {
  const t = await pageTexts()
  const { name, label, options } = filter
  const chosen = options.find((option) => option.value === value)?.label ?? value
  const { [name]: _, ...rest } = list.filters
  return (
    <Link
      href={list.href({ filters: rest })}
      prefetch={false}
      className="ui-chip ui-chip-on"
      aria-label={t('list.remove_filter', { filter: `${label} ${chosen}` })}
    >
      {label} <b className="max-w-40 truncate">{chosen}</b>
      <X className="size-3!" aria-hidden="true" />
    </Link>
  )
}

function UnsetChip({ list, filter }: ChipProps) {
  const { name, label, options } = filter
  const id = `${list.definition.name}-filter-${name}`
  if (options.length === 0) return null
  return (
    <>
      <button type="button" className="ui-chip cursor-pointer" popoverTarget={id}>
        <Plus aria-hidden="true" />
        {label}
      </button>
      <div id={id} popover="auto" className="ui-menu">
        <Options list={list} filter={filter} />
      </div>
    </>
  )
}

async function MoreFilters({ list, filters }: FilterChipsProps) {
  const t = await pageTexts()
  const id = `${list.definition.name}-more-filters`
  return (
    <>
      <button type="button" className="ui-chip cursor-pointer" popoverTarget={id}>
        <Plus aria-hidden="true" />
        {t('list.more_filters')}
      </button>
      <div id={id} popover="auto" className="ui-menu">
        {filters.map((filter) => (
          <div key={filter.name}>
            <p className="ui-menu-title">{filter.label}</p>
            <Options list={list} filter={filter} />
          </div>
        ))}
      </div>
    </>
  )
}

function Options({ list, filter }: ChipProps) {
  const { name, options } = filter
  if (options.length > maxLinks) return <SelectForm list={list} filter={filter} />
  return options.map((option) => (
    <Link
      key={option.value}
      href={list.href({ filters: { ...list.filters, [name]: option.value } })}
      prefetch={false}
    >
      {option.label}
    </Link>
  ))
}

async function SelectForm({ list, filter: { name, label, options } }: ChipProps) {
  const t = await pageTexts()
  return (
    <form action={list.definition.path} className="flex gap-2 p-2">
      {Object.entries(list.kept).map(([kept, value]) => (
        <input key={kept} type="hidden" name={kept} value={value} />
      ))}
      <select name={name} aria-label={label} className="select select-sm max-w-60">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <button type="submit" className="btn btn-sm w-auto!">
        {t('list.apply')}
      </button>
    </form>
  )
}

import type { QueryValues } from '#app/_ui/list/list-query.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** The parameter of the search; `list-address.ts` knows it. */
const parameter = 'find'
const formId = 'find-group'
/** More groups than this are searched. */
const shown = 50

/** Chooses a group: one of a few, or one of those that a search finds. The typed words are part of the page's address. */
export async function GroupChoice({ values }: { readonly values: QueryValues }) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const sought = values[parameter]
  const query = typeof sought === 'string' ? sought.trim().slice(0, 200) : ''
  const { groups, total } = await api.searchGroups({ query: { query, size: shown } })
  return (
    <>
      {(total > shown || query !== '') && <Search query={query} />}
      {groups.length === 0 ? (
        <p id="no-group" className="text-sm">
          {query ? t('console.search_empty', { query }) : t('groups.none')}
        </p>
      ) : (
        <label className="grid max-w-sm gap-1 font-medium text-sm">
          {t('lists.group')}
          <select id="group" name="group" className="select">
            {groups.map(({ id, groupIdentifier }) => (
              <option key={id} value={id}>
                {groupIdentifier}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}

/** Belongs to a form of its own: it stands within another one. */
async function Search({ query }: { readonly query: string }) {
  const t = await pageTexts()
  return (
    <div className="flex max-w-sm items-end gap-2">
      <label className="grid grow gap-1 font-medium text-sm">
        {t('groups.search')}
        <input
          id="find"
          form={formId}
          type="search"
          name={parameter}
          defaultValue={query}
          maxLength={200}
          dir="auto"
          className="input"
        />
      </label>
      <button type="submit" form={formId} className="btn">
        {t('search.title')}
      </button>
    </div>
  )
}

/** The form of the search, which keeps what the page was asked for. */
export function GroupSearchForm({ values }: { readonly values: QueryValues }) {
  const kept = Object.entries(values).flatMap(([name, value]) =>
    name === parameter ? [] : [value ?? []].flat().map((each) => [name, each] as const),
  )
  return (
    <form id={formId} hidden>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}

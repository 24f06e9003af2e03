import { listChoiceText, pageSizes } from '#app/_ui/list/list-choice.ts'
import { cameFrom } from '#lib/http/came-from.ts'
import { endpoint } from '#lib/http/endpoint.ts'

const yearSeconds = 365 * 24 * 60 * 60
const maxColumns = 30

/** Keeps the page size and the columns that a visitor chose for a list, and shows its first page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (ctx, incoming) => {
      const back = cameFrom(incoming, ctx.config)
      back.searchParams.delete('page')
      const list = incoming.form?.value('list') ?? ''
      const size = pageSizes.find((known) => String(known) === incoming.form?.value('size'))
      const columns = columnsIn(incoming.form?.names ?? [])
      const isStandard = incoming.form?.value('columns') !== 'chosen'
      const value = listChoiceText({
        size: size ?? pageSizes[0],
        columns: isStandard ? null : columns,
      })
      return {
        kind: 'redirect',
        status: 303,
        location: back.href,
        cookies: isName(list)
          ? [{ cookie: `list-${list}`, value, maxAgeSeconds: yearSeconds }]
          : [],
      }
    },
  },
  { failures: 'page', sameOrigin: 'console' },
)

function columnsIn(names: readonly string[]): string[] {
  const columns = names.flatMap((name) => (name.startsWith('column-') ? [name.slice(7)] : []))
  return columns.filter(isName).slice(0, maxColumns)
}

function isName(text: string): boolean {
  return /^[a-z][a-zA-Z-]{0,19}$/.test(text)
}

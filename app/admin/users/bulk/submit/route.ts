import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { submitRoute, type Texts } from '#app/_ui/form/submit-route.ts'
import {
  type BulkSelection,
  doToEach,
  maxBulk,
  readSelection,
} from '#app/_ui/list/bulk-selection.ts'
import { valuesOf } from '#app/_ui/list/export-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import {
  actOnUser,
  type BulkFailure,
  selectedUsers,
  userActOf,
} from '#app/admin/users/_parts/user-bulk.ts'
import { userList } from '#app/admin/users/_parts/user-list.ts'
import { userRefusals } from '#app/admin/users/_parts/user-refusals.ts'
import { ApiError } from '#lib/api/client.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

/** Does something with each of several users: those that the page asked about, found again by the same search. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, query, t }) => {
    const act = userActOf(query.get('act'))
    const asked = readSelection(userList, valuesOf(query))
    if (!act || !asked) throw new FormRefusal('', t('lists.bulk.nobody_hint'))
    const selection = agreed(asked, form)
    const { ids, problem, total } = await selectedUsers(api, selection)
    if (problem) {
      const text =
        problem === 'more'
          ? t('lists.bulk.more', { count: total })
          : t('lists.bulk.too_many', { max: maxBulk })
      throw new FormRefusal('', text)
    }
    const group = Number(form.get('group') ?? 0)
    const failures = await doToEach(ids, (id) => actOnUser(api, act, id, group))
    const done = ids.length - failures.size
    return {
      message: t(`lists.bulk.done.${act}`, { done, count: ids.length }),
      shown: await described(api, t, failures),
    }
  },
  userRefusals(),
)

/** With the number that the page last showed, to which the visitor agreed. */
function agreed(asked: BulkSelection, form: FormData): BulkSelection {
  const total = Number(form.get('total'))
  return asked.kind === 'all' && Number.isSafeInteger(total) ? { ...asked, total } : asked
}

async function described(
  api: Api,
  t: Texts,
  failures: ReadonlyMap<number, unknown>,
): Promise<readonly BulkFailure[]> {
  if (failures.size === 0) return []
  const texts = userRefusals()(t, { maxPicture: '' }).texts ?? {}
  const ids = [...failures.keys()].slice(0, 200)
  const query = { ids: ids.join(), size: ids.length, sort: 'name' } as const
  const { users } = await api.searchUsers({ query })
  const names = new Map(users.map((user) => [user.id, fullName(user) || user.email]))
  return ids.map((id) => {
    const error = failures.get(id)
    const code = error instanceof ApiError ? error.code : ''
    return { id, name: names.get(id) ?? String(id), reason: texts[code] ?? t('console.failed') }
  })
}

import type { Api } from '#app/_ui/shell/api.ts'
import { markedParts, rankOf } from '#lib/base/text/matches.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import { findIdentified } from './find-identified.ts'
import { findPages, firstPages } from './find-pages.ts'
import { type Found, type FoundGroup, foundGroups } from './found.ts'
import { foundApplication, foundUser } from './found-records.ts'

const maxText = 200

/**
 * What the search of the console finds: records, pages, and what an ID or an address stands for. Nothing typed finds
 * the first pages. Groups with something that is called so come first; acts come with a record only.
 */
export async function findEverything(
  api: Api,
  visitor: Visitor,
  language: Language,
  typed: string,
): Promise<readonly FoundGroup[]> {
  const text = typed.trim().slice(0, maxText)
  const t = textsIn(language)
  if (text === '') return [{ name: 'pages', items: firstPages(visitor, t) }]
  const [records, identified] = await Promise.all([
    api.searchRecords({ query: { query: text } }),
    findIdentified(api, visitor, t, text),
  ])
  const marked = (name: string) => markedParts(name, text)
  const found = {
    recent: [],
    users: records.users.map((user) => foundUser(user, visitor, t, text)),
    applications: records.clients.map((client) => foundApplication(client, t, text)),
    groups: records.groups.map(({ id, groupIdentifier, description }) => ({
      href: `/admin/groups/${id}`,
      icon: 'group' as const,
      text: marked(groupIdentifier),
      hint: marked(description),
    })),
    apis: records.resources.map(({ id, resourceIdentifier, description }) => ({
      href: `/admin/resources/${id}`,
      icon: 'api' as const,
      text: marked(resourceIdentifier),
      hint: marked(description),
    })),
    permissions: records.permissions.map(({ id, resourceId, scope, description }) => ({
      href: `/admin/resources/${resourceId}/users-with-permission?permission=${id}`,
      icon: 'permission' as const,
      text: marked(scope),
      hint: marked(description),
    })),
    pages: findPages(visitor, t, text),
    do: [],
    activity: identified,
  }
  const groups = foundGroups
    .map((name) => ({ name, items: found[name] }))
    .filter(({ items }) => items.length > 0)
  const isNamedSo = (group: FoundGroup) => group.items.some((item) => isCalled(item, text))
  return [...groups.filter(isNamedSo), ...groups.filter((group) => !isNamedSo(group))]
}

/** Whether a result's own name begins with what was typed: its group comes before those that only contain it. */
function isCalled({ text: name, hint = [] }: Found, typed: string): boolean {
  const whole = (parts: Found['text']) => parts.map(({ text }) => text).join('')
  return rankOf([whole(name)], typed) <= 1 || rankOf([whole(hint)], typed) === 0
}

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
 * Finds the results of the console's search: records, pages, and the meaning of an ID or an address. An empty search
 * finds the first pages. Groups with an exact name come first; acts appear with a record only.
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
  return groups
    .map((group) => ({ group, rank: Math.min(...group.items.map((item) => rankIn(item, text))) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ group }) => group)
}

/** How well a result's own name matches: a word of a description counts least. */
function rankIn({ icon, text, hint = [] }: Found, typed: string): number {
  const whole = (parts: Found['text']) => parts.map((part) => part.text).join('')
  const isNamedByHint = icon === 'user' || icon === 'application'
  return rankOf([whole(text), ...(isNamedByHint ? [whole(hint)] : [])], typed)
}

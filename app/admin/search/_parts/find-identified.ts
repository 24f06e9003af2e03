import { isIP } from 'node:net'
import type { Api } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { activityOf } from '#app/admin/activity/_parts/filter.ts'
import { queryOf } from '#app/admin/sessions/_parts/session-filter.ts'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Found } from './found.ts'
import { activityOfRequest, link, type Texts } from './found-records.ts'

/** What a pasted request ID, key ID or IP address stands for; a pasted user ID is found among the users. */
export async function findIdentified(
  api: Api,
  visitor: Visitor,
  t: Texts,
  text: string,
): Promise<readonly Found[]> {
  if (isIP(text) !== 0) return ofAddress(text.toLowerCase(), visitor, t)
  if (!isUuid(text.toLowerCase())) return []
  const [ofRequest, ofKey] = await Promise.all([
    findRequest(api, visitor, t, text),
    findKey(api, visitor, t, text),
  ])
  return [...ofRequest, ...ofKey]
}

function ofAddress(ipAddress: string, visitor: Visitor, t: Texts): readonly Found[] {
  const sessions = `/admin/sessions?${new URLSearchParams(queryOf({ ipAddress }))}`
  return [
    ...(mayRead(visitor, 'settings')
      ? [link(activityOf({ ipAddress }), 'activity', t('search.of_address'), ipAddress)]
      : []),
    ...(mayRead(visitor, 'users')
      ? [link(sessions, 'sessions', t('search.sessions_of_address'), ipAddress)]
      : []),
  ]
}

async function findRequest(
  api: Api,
  visitor: Visitor,
  t: Texts,
  requestId: string,
): Promise<readonly Found[]> {
  const [{ refusals }, events] = await Promise.all([
    api.listRefusals({ query: { requestId, limit: 3 } }),
    mayRead(visitor, 'settings')
      ? api.listEvents({ query: { requestId, category: 'all', limit: 1 } })
      : null,
  ])
  return [
    ...refusals.map(({ id, rule, clientIdentifier }) =>
      link(
        `/admin/refusals/${id}`,
        'refused',
        t(`refusals.rule.${rule}.title`),
        clientIdentifier || requestId,
      ),
    ),
    ...(events && events.events.length > 0 ? [activityOfRequest(requestId, t)] : []),
  ]
}

async function findKey(
  api: Api,
  visitor: Visitor,
  t: Texts,
  text: string,
): Promise<readonly Found[]> {
  if (!mayRead(visitor, 'settings')) return []
  const { keys } = await api.listKeys()
  return keys
    .filter(({ keyIdentifier }) => keyIdentifier === text)
    .map(({ keyIdentifier }) =>
      link('/admin/settings/keys', 'key', t('shell.admin.keys'), keyIdentifier),
    )
}

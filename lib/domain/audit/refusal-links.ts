import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { RefusalRecord } from '#lib/persistence/audit/refusal-records.ts'

/** The section of a client, or `user`, with the form that corrects the cause of a refusal. */
const sections: Readonly<Partial<Record<RefusalRule, string>>> = {
  client_disabled: 'settings',
  client_holds_nothing: 'permissions',
  client_lacks_permission: 'permissions',
  client_public: 'authentication',
  client_secret_missing: 'authentication',
  client_secret_not_used: 'authentication',
  client_secret_wrong: 'authentication',
  code_flow_off: 'oauth2-flows',
  grant_off: 'oauth2-flows',
  implicit_flow_off: 'oauth2-flows',
  permission_not_held: 'user/permissions',
  redirect_uri_no_longer_registered: 'redirect-uris',
  redirect_uri_not_registered: 'redirect-uris',
  refresh_token_expired: 'tokens',
  refresh_token_max_lifetime: 'tokens',
  scope_administrative: 'settings',
  scope_not_allowed: 'restrictions',
  user_disabled: 'user/details',
}

/**
 * The page of the console that corrects the cause of a refusal; null for a redirect URI of another host. If the address
 * may be added, the refusal fills in the form of the page.
 * @param facts as stored
 */
export function linksOf(
  { id, clientId, userId }: Pick<RefusalRecord, 'id' | 'clientId' | 'userId'>,
  rule: RefusalRule,
  { received, mayAdd }: Readonly<Record<string, unknown>>,
): string[] {
  const section = sections[rule]
  if (section === undefined) return []
  if (section.startsWith('user/')) {
    return userId === null ? [] : [`/admin/users/${userId}/${section.slice('user/'.length)}`]
  }
  if (clientId === null) return []
  const page = `/admin/clients/${clientId}/${section}`
  if (section !== 'redirect-uris') return [page]
  if (mayAdd !== true || typeof received !== 'string') return []
  return [`${page}?refusal=${id}`]
}

import { type Domain, mayRead } from '#app/_ui/shell/rights.ts'
import type { Visitor } from '#lib/console/guard.ts'

/** Details that hold a record's id, with the domain to read it and its path. */
const records: Readonly<Record<string, readonly [domain: Domain, path: string]>> = {
  userId: ['users', '/admin/users'],
  previousUserId: ['users', '/admin/users'],
  groupId: ['users', '/admin/groups'],
  clientId: ['clients', '/admin/clients'],
  resourceId: ['settings', '/admin/resources'],
}

/** The page of a detail's record; null if it names none or the visitor may not read it. */
export function recordAddress(visitor: Visitor, name: string, value: string): string | null {
  const record = Object.hasOwn(records, name) ? records[name] : undefined
  // In some events, the detail is an identifier instead of the id, or 0 for no user.
  if (!record || !/^[1-9]\d*$/.test(value)) return null
  const [domain, path] = record
  return mayRead(visitor, domain) ? `${path}/${value}` : null
}

import type { Visitor } from '#lib/console/guard.ts'
import { type Domain, mayRead } from '../../../_console/rights.ts'

/** Details that are the id of a record: who may read it, and where it is. */
const records: Readonly<Record<string, readonly [domain: Domain, path: string]>> = {
  userId: ['users', '/admin/users'],
  previousUserId: ['users', '/admin/users'],
  groupId: ['users', '/admin/groups'],
  clientId: ['clients', '/admin/clients'],
  resourceId: ['settings', '/admin/resources'],
}

/** The page of the record that a detail names; null where it names none or the visitor may not read it. */
export function recordAddress(visitor: Visitor, name: string, value: string): string | null {
  const record = Object.hasOwn(records, name) ? records[name] : undefined
  // Some events hold an identifier where others have the id, or 0 for nobody.
  if (!record || !/^[1-9]\d*$/.test(value)) return null
  const [domain, path] = record
  return mayRead(visitor, domain) ? `${path}/${value}` : null
}

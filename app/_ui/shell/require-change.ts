import { redirect } from 'next/navigation'
import { notAllowedAddress } from '#lib/console/addresses.ts'
import { openConsole } from './api.ts'
import { type Domain, mayManage, mayWrite } from './rights.ts'

/** Redirects visitors who may not change a domain, or are no Owner, to the page that names the required roles. */
export async function requireChange(needed: Domain | 'owner'): Promise<void> {
  const { visitor } = await openConsole()
  const may = needed === 'owner' ? mayManage(visitor) : mayWrite(visitor, needed)
  if (!may) redirect(notAllowedAddress(visitor.page, needed))
}

import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'
import { kindOf } from '#app/admin/clients/_parts/kind-of.ts'
import type { Guide } from '#lib/guides/guide.ts'
import { guideOf, guidesFor } from '#lib/guides/index.ts'

/** The guide in the address, else the one that the application was made with, else the first of its kind. */
export function guideOfPage(client: ClientRecord, wanted: string | undefined): Guide {
  const kind = kindOf(client)
  const guide = guideOf(wanted ?? '') ?? guideOf(client.framework) ?? guidesFor(kind)[0]
  if (!guide) throw new Error(`No guide for ${kind}.`)
  return guide
}

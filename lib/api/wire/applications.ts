import type { z } from 'zod'
import type { shownApplication } from '#lib/api/contract/models/applications.ts'
import type { ShownClient } from '#lib/domain/clients/shown-client.ts'

export function applicationToWire(client: ShownClient): z.input<typeof shownApplication> {
  const { clientIdentifier, name, unverified, logoUrl } = client
  return { clientIdentifier, name, unverified, ...(logoUrl === undefined ? {} : { logoUrl }) }
}

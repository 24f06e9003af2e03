import { after } from 'next/server'
import { requestId } from '#lib/http/page.ts'

/** Ids of requests that sent a form which was refused and whose page is not answered yet. */
const refused = new Set<string>()

/** Remembers that the form which this request sends was refused, until the page that answers it is sent. */
export async function noteRefusal(): Promise<void> {
  const id = await requestId()
  refused.add(id)
  after(() => {
    refused.delete(id)
  })
}

/** Whether this page answers a form that was refused. Where scripts run, the form tells itself (`useRefusal`). */
export async function wasRefused(): Promise<boolean> {
  return refused.has(await requestId())
}

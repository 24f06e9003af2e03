import { after } from 'next/server'
import { requestId } from '#lib/http/page.ts'

/** Ids of requests whose form was refused and whose page is not rendered yet. */
const refused = new Set<string>()

/** Records that this request's form was refused, until the page that answers it is sent. */
export async function noteRefusal(): Promise<void> {
  const id = await requestId()
  refused.add(id)
  after(() => {
    refused.delete(id)
  })
}

/** Whether this page answers a refused form. With scripts, the form reports it itself (`useRefusal`). */
export async function wasActionRefused(): Promise<boolean> {
  return refused.has(await requestId())
}

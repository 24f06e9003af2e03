import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { documentHost, isTrustedHost } from '#lib/domain/clients/client-documents.ts'
import type { DescribedClient } from '#lib/domain/clients/described-clients.ts'
import { sendOutbound } from '#lib/outbound/request.ts'
import { DocumentError } from './faults.ts'
import { freshSeconds } from './freshness.ts'
import { readDocument } from './read.ts'

/** A fetched document, or the reason for its absence. */
export type Fetched =
  | { readonly kind: 'good'; readonly described: DescribedClient; readonly freshUntil: Date }
  | FetchFailure

export interface FetchFailure {
  /**
   * `unavailable`: the present content of the document is unknown. `invalid`: it is unusable, or its server says that
   * there is none.
   */
  readonly kind: 'unavailable' | 'invalid'
  /** For the log and the console: an outcome of the request, `http_` and a status, or `document_` and a fault. */
  readonly outcome: string
}

const maxBytes = 10 * 1024
const goneStatuses = [404, 410]

/** Fetches and judges the metadata document of a client from the public internet. */
export async function fetchDocument(ctx: Context, url: string): Promise<Fetched> {
  const answer = await sendOutbound(ctx, {
    purpose: 'metadata_document',
    method: 'GET',
    url,
    accept: 'application/json',
    policy: 'public',
    isOfStranger: !isTrustedHost(ctx.settings, documentHost(url)),
    allowsHttp: false,
    body: maxBytes,
  })
  const { outcome } = answer
  if (outcome === 'too_large') return { kind: 'invalid', outcome }
  if (outcome !== 'answered') return { kind: 'unavailable', outcome }
  const { status, headers, body } = answer
  if (status !== 200) {
    const kind = goneStatuses.includes(status) ? 'invalid' : 'unavailable'
    return { kind, outcome: `http_${status}` }
  }
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/(json|[^\s;]+\+json)$/.test(type)) {
    return { kind: 'invalid', outcome: 'document_media_type' }
  }
  return judged(ctx, url, body, addSeconds(ctx.now, freshSeconds(headers)))
}

function judged(ctx: Context, url: string, body: Buffer, freshUntil: Date): Fetched {
  try {
    const { described, leftOut } = readDocument(ctx, url, body)
    if (leftOut.length > 0) {
      ctx.log.info({ clientIdentifier: url, leftOut }, 'left out redirect URIs of a document')
    }
    return { kind: 'good', described, freshUntil }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { kind: 'invalid', outcome: `document_${error.fault}` }
  }
}

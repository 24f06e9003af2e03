import { type Incoming, isForm } from '#lib/base/network/incoming.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { invalidRequest } from './errors.ts'

/**
 * Reads the form of an endpoint that clients call themselves. Cookies and the query string are never read.
 * @param lists parameters that may be sent several times
 * @throws OAuthError `invalid_request`: unreadable, too large, or a parameter sent twice
 */
export function readClientForm(
  ctx: Context,
  incoming: Incoming,
  lists: readonly string[] = [],
): Parameters {
  const { form, body } = incoming
  if (!form || !body)
    throw invalidRequest('request_malformed', 'The request body could not be parsed.')
  const repeated = form.repeated.find((name) => !lists.includes(name))
  if (repeated !== undefined) {
    throw invalidRequest(
      'parameter_repeated',
      `The '${cutCodePoints(repeated, 100)}' parameter was included more than once.`,
    )
  }
  if (!isForm(incoming)) logContentType(ctx, incoming)
  return form
}

/**
 * Logs the likely cause of the refusal that follows: it names a missing parameter, which the client may have sent
 * as JSON, for example.
 */
function logContentType({ log, requestId }: Context, { path, contentType }: Incoming): void {
  log.warn(
    { requestId, path, contentType: cutCodePoints(contentType, 100) },
    'ignored the body of a client’s request: its content type is not application/x-www-form-urlencoded',
  )
}

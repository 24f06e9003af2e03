import type { z } from 'zod'
import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { recordTexts } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { clientIdOfName } from '#app/admin/clients/new/client-id-of-name.ts'
import { chosenRedirectUri } from '#app/admin/clients/new/framework.ts'
import { frameworksFor } from '#app/admin/clients/new/frameworks-for.ts'
import {
  kindOfAnswer,
  kinds,
  newClientFields,
  newClientSchema,
} from '#app/admin/clients/new/kinds.ts'
import { guideOf, guides } from '#lib/guides/index.ts'

type NewClient = z.output<ReturnType<typeof newClientSchema>>

const fields = {
  'validator.identifier': 'clientIdentifier',
  'validator.display_name': 'displayName',
  VALIDATION_ERROR: 'clientIdentifier',
}

/** Creates a client, adds what its kind needs, and shows how to connect it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, t, check }) => {
    const schema = newClientSchema((key) => t(`clients.wrong.${key}`))
    const typed = textsOfFields(form, newClientFields)
    // In a browser without scripts the name makes the client ID here.
    const clientIdentifier = typed.clientIdentifier || clientIdOfName(typed.displayName)
    const wanted = check(schema, { ...typed, clientIdentifier })
    const kind = kindOfAnswer(guides, wanted.kind)
    const { isBrowserFlow } = kinds[kind]
    const { client } = await api.createClient({
      body: {
        clientIdentifier: wanted.clientIdentifier,
        displayName: wanted.displayName,
        authorizationCodeEnabled: isBrowserFlow,
        clientCredentialsEnabled: !isBrowserFlow,
        kind,
        framework: guideOf(wanted.kind)?.id ?? '',
      },
    })
    const isWhole = await furnish(api, client.id, wanted)
    const page = sectionAddress(client.id, 'connect')
    return { done: 'created', to: isWhole ? page : `${page}?unfinished=1` }
  },
  (t) => ({
    fields,
    // Earlier checks cover every other reason for this code.
    texts: { ...recordTexts(t), VALIDATION_ERROR: t('clients.wrong.identifier_taken') },
  }),
)

/**
 * Adds to a new client what the API does not accept on creation.
 * @returns false if the API refused a part of it; the client exists all the same
 */
async function furnish(api: Api, id: number, wanted: NewClient): Promise<boolean> {
  const { isBrowserFlow, isPublic, needsOrigin } = kinds[kindOfAnswer(guides, wanted.kind)]
  const params = { id }
  const redirectUri = isBrowserFlow && wanted.redirectUri ? await uriOf(api, id, wanted) : ''
  const origin = needsOrigin ? originOf(redirectUri) : null
  const steps = await Promise.allSettled([
    isPublic &&
      api.updateClientAuthentication({ params, body: { isPublic: true, clientSecret: '' } }),
    redirectUri !== '' &&
      api.updateClientRedirectUris({
        params,
        body: { redirectURIs: [redirectUri], expectedRedirectURIs: [] },
      }),
    origin !== null &&
      api.updateClientWebOrigins({
        params,
        body: { webOrigins: [origin], expectedWebOrigins: [] },
      }),
  ])
  return steps.every(({ status }) => status === 'fulfilled')
}

/** The redirect URI, in which a browser without scripts leaves that of the first framework. */
async function uriOf(api: Api, id: number, { kind, redirectUri }: NewClient): Promise<string> {
  const { connection } = await api.getClientConnection({ params: { id } })
  return chosenRedirectUri(frameworksFor(connection.issuer), kind, redirectUri)
}

/** The origin of a single-page application's scripts; null if the URI is not a web address. */
function originOf(uri: string): string | null {
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return null
  return new URL(uri).origin
}

'use server'

import { redirect } from 'next/navigation'
import type { z } from 'zod'
import { pageTexts } from '../../../_components/texts.ts'
import type { Api } from '../../../_console/api.ts'
import { checkForm } from '../../../_console/check-form.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { textsOfFields } from '../../../_console/form-values.ts'
import { submitRecord } from '../../../_console/submit-record.ts'
import { sectionAddress } from '../_parts/section-address.ts'
import { kinds, newClientFields, newClientSchema } from './kinds.ts'

type NewClient = z.output<ReturnType<typeof newClientSchema>>

/** Creates a client, adds what its kind needs, and shows how to connect it. */
export async function createClient(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const schema = newClientSchema((key) => t(`clients.wrong.${key}`))
  const options = {
    fields: {
      'validator.identifier': 'clientIdentifier',
      'validator.description': 'description',
      'validator.display_name': 'displayName',
      VALIDATION_ERROR: 'clientIdentifier',
    },
    // Earlier checks cover every other reason for this code.
    labels: { VALIDATION_ERROR: t('clients.wrong.identifier_taken') },
  }
  return submitRecord(form, options, async (api) => {
    const wanted = checkForm(schema, textsOfFields(form, newClientFields))
    const { isBrowserFlow } = kinds[wanted.kind]
    const { clientIdentifier, displayName, description } = wanted
    const { client } = await api.createClient({
      body: {
        ...{ clientIdentifier, displayName, description },
        authorizationCodeEnabled: isBrowserFlow,
        clientCredentialsEnabled: !isBrowserFlow,
      },
    })
    const isWhole = await furnish(api, client.id, wanted)
    const more = isWhole ? '' : '&unfinished=1'
    redirect(`${sectionAddress(client.id, 'connect')}?done=created${more}`)
  })
}

/**
 * Adds to a new client what the API does not accept on creation.
 * @returns false if the API refused a part of it; the client exists all the same
 */
async function furnish(api: Api, id: number, { kind, redirectUri }: NewClient): Promise<boolean> {
  const { isBrowserFlow, isPublic, needsOrigin } = kinds[kind]
  const params = { id }
  const origin = needsOrigin ? originOf(redirectUri) : null
  const steps = await Promise.allSettled([
    isPublic &&
      api.updateClientAuthentication({ params, body: { isPublic: true, clientSecret: '' } }),
    isBrowserFlow &&
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

/** The origin of a single-page application's scripts; null if the URI is not a web address. */
function originOf(uri: string): string | null {
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return null
  return new URL(uri).origin
}

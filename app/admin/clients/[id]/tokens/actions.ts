'use server'

import { pageTexts } from '../../../../_components/texts.ts'
import { checkForm } from '../../../../_console/check-form.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { textsOfFields } from '../../../../_console/form-values.ts'
import { keepChanges } from '../../../../_console/keep-changes.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { tokenFieldNames, tokensSchema } from './schema.ts'
import { tokensValues } from './values.ts'

/** Saves the lifetimes and claims of a client's tokens. */
export async function saveTokens(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  const schema = tokensSchema((key) => t(`clients.wrong.${key}`))
  return submitRecord(form, {}, async (api) => {
    const { client } = await api.getClient({ params: { id } })
    const sent = textsOfFields(await keepChanges(form, tokensValues(client)), tokenFieldNames)
    const { lifetime, idle, max, inAccessToken, inIdToken } = checkForm(schema, sent)
    await api.updateClientTokens({
      params: { id },
      body: {
        tokenExpirationInSeconds: Number(lifetime),
        refreshTokenOfflineIdleTimeoutInSeconds: Number(idle),
        refreshTokenOfflineMaxLifetimeInSeconds: Number(max),
        includeOpenIDConnectClaimsInAccessToken: inAccessToken,
        includeOpenIDConnectClaimsInIdToken: inIdToken,
      },
    })
  })
}

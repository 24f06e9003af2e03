import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { tokenFieldNames, tokensSchema } from '#app/admin/clients/[id]/tokens/schema.ts'
import { tokensValues } from '#app/admin/clients/[id]/tokens/values.ts'

/** Saves the lifetimes and claims of a client's tokens. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, id, t, check, keepChanges }) => {
    const params = { id: id() }
    const { client } = await api.getClient({ params })
    const schema = tokensSchema((key) => t(`clients.wrong.${key}`))
    const sent = textsOfFields(keepChanges(tokensValues(client)), tokenFieldNames)
    const { lifetime, idle, max, inAccessToken, inIdToken } = check(schema, sent)
    await api.updateClientTokens({
      params,
      body: {
        tokenExpirationInSeconds: Number(lifetime),
        refreshTokenOfflineIdleTimeoutInSeconds: Number(idle),
        refreshTokenOfflineMaxLifetimeInSeconds: Number(max),
        includeOpenIDConnectClaimsInAccessToken: inAccessToken,
        includeOpenIDConnectClaimsInIdToken: inIdToken,
      },
    })
    return { done: 'saved' }
  },
  recordRefusals,
)

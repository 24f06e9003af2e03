import { textsOfFields } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { lifetimeProblems } from '#app/admin/settings/_parts/lifetime-rules.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import {
  access,
  idle,
  inAccess,
  inId,
  lifetime,
  tokenSchema,
} from '#app/admin/settings/tokens/schema.ts'
import { tokenValues } from '#app/admin/settings/tokens/values.ts'

/** Saves the lifetimes and claims of tokens. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, t, language, check, keepChanges }) => {
    const kept = keepChanges(tokenValues(await api.getTokenSettings()))
    const sent = check(tokenSchema(lifetimeProblems(t, language)), {
      ...textsOfFields(kept, [access, idle, lifetime]),
      [inAccess]: isOn(kept, inAccess),
      [inId]: isOn(kept, inId),
    })
    await api.updateTokenSettings({
      body: {
        ...sent,
        [access]: Number(sent[access]),
        [idle]: Number(sent[idle]),
        [lifetime]: Number(sent[lifetime]),
      },
    })
    return { done: 'saved' }
  },
)

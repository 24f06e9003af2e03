import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { protocolSwitches, protocolValues } from '#app/admin/settings/protocol/values.ts'

/** Saves which additions to the protocol are on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges }) => {
    const kept = keepChanges(protocolValues(await api.getProtocolSettings()))
    const body = Object.fromEntries(protocolSwitches.map((name) => [name, isOn(kept, name)]))
    await api.updateProtocolSettings({ body })
    return { done: 'saved' }
  },
)

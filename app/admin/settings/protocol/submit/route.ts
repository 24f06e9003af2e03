import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { protocolSwitches, protocolValues } from '#app/admin/settings/protocol/values.ts'
import { maxSelfRegisteredTokenSeconds } from '#lib/domain/settings/lifetimes.ts'

const lifetime = 'selfRegisteredClientTokenExpirationInSeconds'

/** Saves which additions to the protocol are on, and which applications may bring their own identity. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, t, keepChanges }) => {
    const stored = await api.getProtocolSettings()
    const kept = keepChanges({ ...protocolValues(stored) })
    const switches = Object.fromEntries(protocolSwitches.map((name) => [name, isOn(kept, name)]))
    const linesOf = (name: string) =>
      textOfField(kept, name)
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
    const seconds = countOf(textOfField(kept, lifetime))
    if (seconds < 0 || seconds > maxSelfRegisteredTokenSeconds) {
      throw new FormRefusal(lifetime, t('settings.protocol.lifetime_refused'))
    }
    await api.updateProtocolSettings({
      body: {
        ...switches,
        clientIdMetadataDocumentHosts: linesOf('clientIdMetadataDocumentHosts'),
        clientIdMetadataDocumentOtherHosts: textOfField(kept, 'clientIdMetadataDocumentOtherHosts'),
        selfRegisteredClientScopes: isOn(kept, 'limited')
          ? linesOf('selfRegisteredClientScopes')
          : null,
        unusedSelfRegisteredClientDays: countOf(
          textOfField(kept, 'unusedSelfRegisteredClientDays'),
        ),
        [lifetime]: seconds,
        expectedClientIdMetadataDocumentHosts: stored.clientIdMetadataDocumentHosts,
        expectedSelfRegisteredClientScopes: stored.selfRegisteredClientScopes,
      },
    })
    return { done: 'saved' }
  },
  (t) => ({
    fields: {
      'validator.protocol.host': 'clientIdMetadataDocumentHosts',
      'validator.protocol.scope': 'selfRegisteredClientScopes',
      VALIDATION_ERROR: 'unusedSelfRegisteredClientDays',
    },
    texts: {
      VALIDATION_ERROR: t('settings.protocol.days_refused'),
      CONCURRENT_UPDATE: t('console.record.concurrent_update'),
    },
  }),
)

/** What is no number is refused like one that is too small. */
function countOf(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1
}

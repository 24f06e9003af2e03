import type { ClientRecord } from '../../_parts/client-page-data.ts'

/** What the form of a client's settings begins with. */
export function settingsValues(client: ClientRecord) {
  const { clientIdentifier, displayName, description, websiteUrl, defaultAcrLevel } = client
  const { enabled, consentRequired } = client
  const { showLogo, showDisplayName, showDescription, showWebsiteUrl } = client
  return {
    ...{ clientIdentifier, displayName, description, websiteUrl, defaultAcrLevel },
    ...{ enabled, consentRequired, showLogo, showDisplayName, showDescription, showWebsiteUrl },
  }
}

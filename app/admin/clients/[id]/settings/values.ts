import type { ClientRecord } from '#app/admin/clients/_parts/client-page-data.ts'

/** Initial values of the settings form. */
export function settingsValues(client: ClientRecord) {
  const { clientIdentifier, displayName, description, websiteUrl, defaultAcrLevel } = client
  const { enabled, consentRequired } = client
  const { showLogo, showDisplayName, showDescription, showWebsiteUrl } = client
  return {
    ...{ clientIdentifier, displayName, description, websiteUrl, defaultAcrLevel },
    ...{ enabled, consentRequired, showLogo, showDisplayName, showDescription, showWebsiteUrl },
  }
}

import { splitWords } from '#lib/base/text/text.ts'
import type { Context } from '#lib/context.ts'
import { documentHost } from '#lib/domain/clients/client-documents.ts'
import { unreachedPurposes } from '#lib/domain/settings/outbound-reach.ts'
import { protocolFeatures } from '#lib/domain/settings/protocol-features.ts'
import { checkReadiness } from '#lib/domain/settings/protocol-readiness.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { type Finding, findings } from './finding.ts'

const protocol = findings('protocol')
const signOut = findings('back-channel logout')
const documents = findings('metadata documents')
const outbound = findings('outbound')

/** Checks the requirements and the failures of the protocol's switched-on parts. Makes no request. */
export async function checkProtocol(ctx: Context): Promise<Finding[]> {
  const features = protocolFeatures(ctx)
  return [
    ...(await checkOutbound(ctx)),
    ...(features.backchannelLogout ? await checkNotifications(ctx) : []),
    ...(features.clientIdMetadataDocuments
      ? [...(await checkAgents(ctx)), ...(await checkDocuments(ctx))]
      : []),
  ]
}

/** Whether requests to other servers get out, as the running server found. */
async function checkOutbound(ctx: Context): Promise<Finding[]> {
  const unreached = await unreachedPurposes(ctx)
  return unreached.map(({ purpose, unreached: count, lastFailure }) =>
    outbound.warning(
      `the last ${count} requests of the purpose ${purpose} reached no server (${lastFailure}). Let the server connect to others directly: it uses no proxy.`,
    ),
  )
}

/** The unmet requirements of agents, as the console lists them. */
async function checkAgents({ config, settings, configuration }: Context): Promise<Finding[]> {
  const indicators = (await configuration.resourceIndicators()).length
  // `doctor` tells of unreached servers by itself, also without agents.
  const unreached: readonly [] = []
  const { checks } = messagesOf('en').settings.protocol.readiness
  return checkReadiness({ config, settings, indicators, unreached })
    .filter(({ state }) => state !== 'ok')
    .map(({ name, detail }) => {
      const missing = detail === '' ? checks[name] : `${checks[name]} (${detail})`
      return protocol.warning(`not the case, though agents need it: ${missing}.`)
    })
}

async function checkNotifications({ store }: Context): Promise<Finding[]> {
  const { failed } = await store.logoutNotifications.summary()
  if (failed === 0) return []
  const sentence = `${failed} messages about ended sessions were given up. The client's page Sign-out in the console says why.`
  return [signOut.warning(sentence)]
}

async function checkDocuments({ settings, store }: Context): Promise<Finding[]> {
  const clients = await store.clientRegistrations.documentClients()
  const used = new Set(clients.map(({ clientIdentifier }) => documentHost(clientIdentifier)))
  const hosts = splitWords(settings.clientIdMetadataDocumentHosts)
  return [
    ...clients
      .filter(({ lastFailure }) => lastFailure !== '')
      .map(({ clientIdentifier, lastFailure }) =>
        documents.warning(`${clientIdentifier} could not be read again: ${lastFailure}.`),
      ),
    ...hosts
      .filter((host) => !used.has(host))
      .map((host) => documents.warning(`the host ${host} is trusted, but no client is from it.`)),
  ]
}

import type { ProtocolSwitch } from './values.ts'

/** The sections of plain switches, in the order of the page. */
export const sections = [
  {
    id: 'discovery',
    title: 'settings.protocol.discovery',
    intro: 'settings.protocol.discovery_intro',
    switches: [
      {
        name: 'authorizationServerMetadataEnabled',
        label: 'settings.protocol.metadata',
        hint: 'settings.protocol.metadata_hint',
        badge: 'RFC 8414',
      },
      {
        name: 'authorizationResponseIssEnabled',
        label: 'settings.protocol.iss',
        hint: 'settings.protocol.iss_hint',
        badge: 'RFC 9207',
      },
    ],
  },
  {
    id: 'tokens',
    title: 'settings.protocol.tokens',
    intro: 'settings.protocol.tokens_intro',
    switches: [
      {
        name: 'tokenRevocationEnabled',
        label: 'settings.protocol.revocation',
        hint: 'settings.protocol.revocation_hint',
        badge: 'RFC 7009',
      },
      {
        name: 'tokenIntrospectionEnabled',
        label: 'settings.protocol.introspection',
        hint: 'settings.protocol.introspection_hint',
        badge: 'RFC 7662',
      },
    ],
  },
  {
    id: 'back-channel',
    title: 'settings.protocol.sign_out',
    intro: 'settings.protocol.sign_out_intro',
    switches: [
      {
        name: 'backchannelLogoutEnabled',
        label: 'settings.protocol.backchannel',
        hint: 'settings.protocol.backchannel_hint',
      },
    ],
  },
  {
    id: 'apis',
    title: 'settings.protocol.apis',
    intro: 'settings.protocol.apis_intro',
    switches: [
      {
        name: 'resourceIndicatorsEnabled',
        label: 'settings.protocol.resources',
        hint: 'settings.protocol.resources_hint',
        badge: 'RFC 8707',
      },
    ],
  },
  {
    id: 'authentication',
    title: 'settings.protocol.authentication',
    intro: 'settings.protocol.authentication_intro',
    switches: [
      {
        name: 'privateKeyJwtEnabled',
        label: 'settings.protocol.private_key_jwt',
        hint: 'settings.protocol.private_key_jwt_hint',
        badge: 'RFC 7523',
      },
      {
        name: 'clientAssertionTokenEndpointAudienceAllowed',
        label: 'settings.protocol.assertion_audience',
        hint: 'settings.protocol.assertion_audience_hint',
      },
    ],
  },
  {
    id: 'requests',
    title: 'settings.protocol.requests',
    intro: 'settings.protocol.requests_intro',
    switches: [
      {
        name: 'pushedAuthorizationRequestsEnabled',
        label: 'settings.protocol.par',
        hint: 'settings.protocol.par_hint',
        badge: 'RFC 9126',
      },
    ],
  },
  {
    id: 'possession',
    title: 'settings.protocol.possession',
    intro: 'settings.protocol.possession_intro',
    switches: [
      {
        name: 'dpopEnabled',
        label: 'settings.protocol.dpop',
        hint: 'settings.protocol.dpop_hint',
        badge: 'RFC 9449',
      },
      {
        name: 'dpopNonceRequired',
        label: 'settings.protocol.dpop_nonce',
        hint: 'settings.protocol.dpop_nonce_hint',
      },
    ],
  },
  {
    id: 'devices',
    title: 'settings.protocol.devices_title',
    intro: 'settings.protocol.devices_intro',
    switches: [
      {
        name: 'deviceGrantEnabled',
        label: 'settings.protocol.devices',
        hint: 'settings.protocol.devices_hint',
        badge: 'RFC 8628',
      },
    ],
  },
] as const satisfies readonly Section[]

interface Section {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly switches: readonly Switch[]
}

interface Switch {
  readonly name: ProtocolSwitch
  readonly label: string
  readonly hint: string
  /** The standard that it switches on. */
  readonly badge?: string
}

import { z } from 'zod'
import { describedBy, storableText, wholeNumber } from '../common.ts'
import { define } from '../define.ts'
import { protocolReadiness, protocolSettings } from '../models/protocol-settings.ts'

/**
 * Absent fields keep their values, unlike elsewhere: the area grows with releases, and a script must not switch off
 * fields that it does not know.
 */
const unchanged = 'Left out or null: stays as it is.'
const keepable = () => z.boolean().nullish().describe(unchanged)

export const getProtocolSettings = define({
  id: 'getProtocolSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/protocol',
  access: 'settings',
  summary: 'Read which additions to the protocol are on',
  response: protocolSettings,
  errors: [],
})

export const getProtocolReadiness = define({
  id: 'getProtocolReadiness',
  method: 'GET',
  path: '/api/v1/admin/settings/protocol/readiness',
  access: 'settings',
  summary: 'Check whether agents can connect (Model Context Protocol)',
  response: protocolReadiness,
  errors: [],
})

export const updateProtocolSettings = define({
  id: 'updateProtocolSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/protocol',
  access: 'settings',
  summary: 'Save which additions to the protocol are on',
  body: z.object(
    describedBy(protocolSettings, {
      authorizationServerMetadataEnabled: keepable(),
      authorizationResponseIssEnabled: keepable(),
      tokenRevocationEnabled: keepable(),
      tokenIntrospectionEnabled: keepable(),
      backchannelLogoutEnabled: keepable(),
      resourceIndicatorsEnabled: keepable(),
      clientIdMetadataDocumentsEnabled: keepable(),
      clientIdMetadataDocumentHosts: z
        .array(storableText())
        .nullish()
        .describe(
          'At most 100 DNS names with a dot, each with its port where that is not 443; no addresses, no wildcards. ' +
            unchanged,
        ),
      clientIdMetadataDocumentOtherHosts: storableText().nullish().describe(unchanged),
      dynamicClientApprovalRequired: keepable(),
      unusedSelfRegisteredClientDays: wholeNumber().nullish().describe(unchanged),
      selfRegisteredClientTokenExpirationInSeconds: wholeNumber().nullish().describe(unchanged),
      privateKeyJwtEnabled: keepable(),
      clientAssertionTokenEndpointAudienceAllowed: keepable(),
      pushedAuthorizationRequestsEnabled: keepable(),
      dpopEnabled: keepable(),
      dpopNonceRequired: keepable(),
      deviceGrantEnabled: keepable(),
      expectedClientIdMetadataDocumentHosts: z
        .array(storableText())
        .nullish()
        .describe(
          'Recommended: the hosts as last read; if they have changed since, nothing is saved. Left out or null: no ' +
            'comparison.',
        ),
      selfRegisteredClientScopes: z
        .array(storableText())
        .nullish()
        .describe('At most 200. Left out: stays as it is.'),
      expectedSelfRegisteredClientScopes: z
        .array(storableText())
        .nullish()
        .describe(
          'Recommended: the list as last read, or null for none; if it has changed since, nothing is saved. Left ' +
            'out: no comparison.',
        ),
    }),
  ),
  response: protocolSettings,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.protocol.host',
    'validator.protocol.scope',
    'CONCURRENT_UPDATE',
  ],
})

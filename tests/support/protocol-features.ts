/** Settings of an installation that was upgraded: no addition to the protocol is on. */
export const everythingOff = {
  authorizationServerMetadataEnabled: false,
  authorizationResponseIssEnabled: false,
  tokenRevocationEnabled: false,
  tokenIntrospectionEnabled: false,
  backchannelLogoutEnabled: false,
  resourceIndicatorsEnabled: false,
  clientIdMetadataDocumentsEnabled: false,
  clientIdMetadataDocumentHosts: '',
  clientIdMetadataDocumentOtherHosts: 'refuse',
  dynamicClientApprovalRequired: false,
  selfRegisteredClientScopes: null,
  unusedSelfRegisteredClientDays: 0,
  privateKeyJwtEnabled: false,
  clientAssertionTokenEndpointAudienceAllowed: false,
  pushedAuthorizationRequestsEnabled: false,
  deviceGrantEnabled: false,
}

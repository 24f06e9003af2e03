import { type Fields, listOf, type Node, objectOf } from './openapi-parts.ts'

const uri = { type: 'string', format: 'uri' } as const
const words = listOf('string')

const claims: Fields = {
  sub: ['string', 'The subject of the user; always there.'],
  name: ['string', 'Full name. Scope `profile`, as the fields up to `updated_at`.'],
  given_name: ['string', 'First name.'],
  middle_name: ['string', 'Middle name.'],
  family_name: ['string', 'Last name.'],
  nickname: ['string', 'What friends call the user.'],
  preferred_username: ['string', 'Username that the user chose.'],
  profile: [uri, 'The account pages of this server.'],
  picture: [uri, 'Where the picture is served, to everybody.'],
  website: ['string', 'Web page of the user.'],
  gender: ['string', '`female`, `male` or `other`.'],
  birthdate: [{ type: 'string', format: 'date' }, 'Date of birth.'],
  zoneinfo: ['string', 'IANA name of the time zone.'],
  locale: ['string', 'BCP 47 tag of the language.'],
  updated_at: ['integer', 'Seconds since 1970.'],
  email: ['string', 'Scope `email`.'],
  email_verified: ['boolean', 'Scope `email`.'],
  address: [
    objectOf({
      formatted: ['string', 'When the country is known.'],
      street_address: ['string', 'The first lines of the address.'],
      locality: ['string', 'Town.'],
      region: ['string', 'State or region.'],
      postal_code: ['string', 'Postal code.'],
      country: ['string', 'ISO 3166-1 alpha-2.'],
    }),
    'Scope `address`.',
  ],
  phone_number: ['string', 'Scope `phone`; in E.164.'],
  phone_number_verified: ['boolean', 'Scope `phone`.'],
  groups: [words, "Scope `groups`: the user's groups that are marked for the ID token."],
  attributes: [
    { type: 'object', additionalProperties: { type: 'string' } },
    'Scope `attributes`: attributes of the user and the groups that are marked for the ID token.',
  ],
}

/** The response of UserInfo; a claim without a value is omitted. */
export const userinfoSchema: Node = objectOf(claims, ['sub'])

const alwaysPublished: Fields = {
  issuer: ['string', 'The `iss` of every token.'],
  authorization_endpoint: [uri, 'Where browsers are sent to sign in.'],
  token_endpoint: [uri, 'Where grants are exchanged for tokens.'],
  userinfo_endpoint: [uri, 'Where the claims of a user are read.'],
  end_session_endpoint: [uri, 'Where browsers are sent to sign out.'],
  jwks_uri: [uri, 'Where the keys are that tokens are verified with.'],
  grant_types_supported: [words, 'Every grant there is, those included that are switched off.'],
  response_types_supported: [words, 'Values of `response_type`.'],
  response_modes_supported: [words, 'Values of `response_mode`.'],
  prompt_values_supported: [words, 'Values of `prompt`.'],
  acr_values_supported: [words, 'Values of `acr_values`, the weakest first.'],
  subject_types_supported: [words, '`public`: every client reads the same `sub`.'],
  id_token_signing_alg_values_supported: [words, 'How ID tokens are signed.'],
  scopes_supported: [words, 'Scopes of OpenID Connect; permissions are not listed.'],
  claims_supported: [words, 'Claims that the server can tell.'],
  token_endpoint_auth_methods_supported: [words, 'How clients authenticate at the token endpoint.'],
  code_challenge_methods_supported: [words, 'Values of `code_challenge_method`.'],
  request_parameter_supported: ['boolean', 'Always false.'],
  request_uri_parameter_supported: ['boolean', 'Always false.'],
}

/** The discovery document (OpenID Connect Discovery 1.0 section 3). */
export const discoverySchema: Node = objectOf(
  {
    ...alwaysPublished,
    registration_endpoint: [uri, 'Only while clients may register themselves.'],
    revocation_endpoint: [uri, 'Only while revocation is on, as the next field.'],
    revocation_endpoint_auth_methods_supported: [words, 'How clients authenticate there.'],
    introspection_endpoint: [uri, 'Only while introspection is on, as the next field.'],
    introspection_endpoint_auth_methods_supported: [words, 'How clients authenticate there.'],
    pushed_authorization_request_endpoint: [
      uri,
      'Where clients push authorization requests. Only while that is on.',
    ],
    device_authorization_endpoint: [uri, 'Where devices ask for codes. Only while that is on.'],
    authorization_response_iss_parameter_supported: [
      'boolean',
      'True while authorization responses carry `iss`; left out otherwise.',
    ],
    client_id_metadata_document_supported: [
      'boolean',
      'True while a client may identify itself by the address of its metadata; left out otherwise.',
    ],
    backchannel_logout_supported: [
      'boolean',
      'True while clients are told that a session ended, as the next field; left out otherwise.',
    ],
    backchannel_logout_session_supported: ['boolean', 'Logout tokens name the session (`sid`).'],
    token_endpoint_auth_signing_alg_values_supported: [
      words,
      'How assertions of clients are signed. Only while they are taken, as the next two fields.',
    ],
    revocation_endpoint_auth_signing_alg_values_supported: [words, 'The same at revocation.'],
    introspection_endpoint_auth_signing_alg_values_supported: [words, 'The same at introspection.'],
    dpop_signing_alg_values_supported: [words, 'How proofs are signed. Only while DPoP is on.'],
  },
  Object.keys(alwaysPublished),
)

import { type Fields, listOf, type Node, objectOf } from './openapi-parts.ts'

const uri = { type: 'string', format: 'uri' } as const
const words = listOf('string')

const claims: Fields = {
  sub: ['string', 'The subject of the user; always there.'],
  name: ['string', 'Scope `profile`, as the fields up to `updated_at`.'],
  given_name: ['string'],
  middle_name: ['string'],
  family_name: ['string'],
  nickname: ['string'],
  preferred_username: ['string'],
  profile: [uri],
  picture: [uri],
  website: ['string'],
  gender: ['string'],
  birthdate: [{ type: 'string', format: 'date' }],
  zoneinfo: ['string'],
  locale: ['string'],
  updated_at: ['integer', 'Seconds since 1970.'],
  email: ['string', 'Scope `email`.'],
  email_verified: ['boolean', 'Scope `email`.'],
  address: [
    objectOf({
      formatted: ['string', 'When the country is known.'],
      street_address: ['string'],
      locality: ['string'],
      region: ['string'],
      postal_code: ['string'],
      country: ['string'],
    }),
    'Scope `address`.',
  ],
  phone_number: ['string', 'Scope `phone`.'],
  phone_number_verified: ['boolean', 'Scope `phone`.'],
  groups: [words, "Scope `groups`: the user's groups that are marked for the ID token."],
  attributes: [
    { type: 'object', additionalProperties: { type: 'string' } },
    'Scope `attributes`: attributes of the user and the groups that are marked for the ID token.',
  ],
}

/** The answer of UserInfo; a claim without a value is left out. */
export const userinfoSchema: Node = objectOf(claims, ['sub'])

const alwaysPublished: Fields = {
  issuer: ['string', 'The `iss` of every token.'],
  authorization_endpoint: [uri],
  token_endpoint: [uri],
  userinfo_endpoint: [uri],
  end_session_endpoint: [uri],
  jwks_uri: [uri],
  grant_types_supported: [words],
  response_types_supported: [words],
  response_modes_supported: [words],
  prompt_values_supported: [words],
  acr_values_supported: [words],
  subject_types_supported: [words],
  id_token_signing_alg_values_supported: [words],
  scopes_supported: [words],
  claims_supported: [words],
  token_endpoint_auth_methods_supported: [words],
  code_challenge_methods_supported: [words],
  request_parameter_supported: ['boolean', 'Always false.'],
  request_uri_parameter_supported: ['boolean', 'Always false.'],
}

/** The discovery document (OpenID Connect Discovery 1.0 §3). */
export const discoverySchema: Node = objectOf(
  {
    ...alwaysPublished,
    registration_endpoint: [uri, 'Only while clients may register themselves.'],
  },
  Object.keys(alwaysPublished),
)

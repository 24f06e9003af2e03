import { z } from 'zod'
import { byId, describedBy, required, storableText, text } from '../common.ts'
import { define } from '../define.ts'
import { clientKeys, fetchedKeys } from '../models/client-keys.ts'

export const getClientKeys = define({
  id: 'getClientKeys',
  method: 'GET',
  path: '/api/v1/admin/clients/{id}/keys',
  access: 'clients',
  summary: 'Read how a client authenticates, and its keys',
  params: byId,
  response: clientKeys,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateClientKeys = define({
  id: 'updateClientKeys',
  method: 'PUT',
  path: '/api/v1/admin/clients/{id}/keys',
  access: 'clients',
  summary: 'Save how a client authenticates, and its keys',
  params: byId,
  body: z.object(
    describedBy(clientKeys, {
      tokenEndpointAuthMethod: required(text()).describe(
        'Changing it to `private_key_jwt` deletes the secret; changing it back makes a new one. Tokens stay.',
      ),
      jwks: z
        .record(storableText(), z.unknown())
        .nullish()
        .transform((value) => value ?? null)
        .describe(
          'At most 20 keys and 16 KiB: RSA with 2,048 bits or more, EC P-256, or OKP Ed25519; public members only, ' +
            'each `kid` once.',
        ),
      jwksUri: text().describe(
        'An https address of at most 2,048 bytes, without user and fragment. `private_key_jwt` needs either `jwks` or ' +
          '`jwksUri`.',
      ),
      expectedTokenEndpointAuthMethod: storableText()
        .nullish()
        .describe(
          'Recommended: the method as last read; if it has changed since, nothing is saved. Left out or null: no ' +
            'comparison.',
        ),
    }),
  ),
  response: clientKeys,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.protocol.jwks',
    'MANAGE_SCOPE_REQUIRED',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})

export const fetchClientKeys = define({
  id: 'fetchClientKeys',
  method: 'POST',
  path: '/api/v1/admin/clients/{id}/keys/fetch',
  access: 'clients',
  summary: 'Fetch the keys at the address of a client now',
  params: byId,
  response: fetchedKeys,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'MANAGE_SCOPE_REQUIRED'],
})

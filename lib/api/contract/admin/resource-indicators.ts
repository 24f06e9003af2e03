import { z } from 'zod'
import { byId, describedBy, storableText, texts } from '../common.ts'
import { define } from '../define.ts'
import { resourceIndicators } from '../models/resources.ts'

export const getResourceIndicators = define({
  id: 'getResourceIndicators',
  method: 'GET',
  path: '/api/v1/admin/resources/{id}/indicators',
  access: 'settings',
  summary: 'Read the addresses of a resource',
  params: byId,
  response: resourceIndicators,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const updateResourceIndicators = define({
  id: 'updateResourceIndicators',
  method: 'PUT',
  path: '/api/v1/admin/resources/{id}/indicators',
  access: 'settings',
  summary: 'Save the addresses of a resource',
  params: byId,
  body: z.object(
    describedBy(resourceIndicators, {
      indicators: texts().describe(
        'At most 10 http or https addresses without user, query and fragment, each of one resource only. None for ' +
          'the resource `authserver`: the address of this server names it.',
      ),
      expectedIndicators: z
        .array(storableText())
        .nullish()
        .describe('Recommended: the list as last read; if it has changed since, nothing is saved.'),
    }),
  ),
  response: resourceIndicators,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.protocol.indicator',
    'NOT_FOUND',
    'CONCURRENT_UPDATE',
  ],
})

import { z } from 'zod'
import { byId, pageSize, positiveId } from '../common.ts'
import { define } from '../define.ts'
import { moment } from '../list-parameters.ts'
import { refusalRuleTexts, refusedRequest } from '../models/refusals.ts'

export const listRefusals = define({
  id: 'listRefusals',
  method: 'GET',
  path: '/api/v1/admin/refusals',
  access: 'any',
  summary: 'List refused requests, the newest first',
  query: z.object({
    requestId: z.string().max(200).optional().describe('Only of this request.'),
    clientId: positiveId('Only of this client.').optional(),
    userId: positiveId('Only of this user.').optional(),
    rule: z.string().max(100).optional().describe('Only by this rule.'),
    endpoint: z.string().max(200).optional().describe('Only of this endpoint.'),
    from: moment('Not before this moment.'),
    to: moment('Before this moment.'),
    after: positiveId('The `next` of the answer before.').optional(),
    limit: pageSize(50, 100, 100),
  }),
  response: z.object({
    refusals: z.array(refusedRequest),
    next: z.int().optional().describe('Where the list goes on; absent at its end.'),
    dropped: z
      .int()
      .describe(
        'Refusals of the last minute that this process did not record, because there were too many.',
      ),
    recorded: z.boolean().describe('Whether refusals are recorded now.'),
    days: z.int().describe('For how many days they are kept.'),
    absence: z
      .enum(['off', 'succeeded', 'unknown'])
      .optional()
      .describe(
        'Why there is no record of `requestId`: records are off; the request did something and is in the activity; or it failed (see the log), is no longer kept, or was one of a flood.',
      ),
  }),
  errors: ['VALIDATION_ERROR'],
})

export const getRefusal = define({
  id: 'getRefusal',
  method: 'GET',
  path: '/api/v1/admin/refusals/{id}',
  access: 'any',
  summary: 'Read one refused request with what was sent and what to do',
  params: byId,
  response: z.object({
    refusal: refusedRequest,
    facts: z.record(z.string(), z.unknown()).describe('Plain values, by the rule.'),
    explanation: refusalRuleTexts
      .extend({ links: z.array(z.string()).describe('Pages of the console that put it right.') })
      .describe('What the rule means here.'),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

export const listRefusalRules = define({
  id: 'listRefusalRules',
  method: 'GET',
  path: '/api/v1/admin/refusal-rules',
  access: 'any',
  summary: 'List every rule by which requests are refused',
  response: z.object({ rules: z.array(refusalRuleTexts).describe('Every rule.') }),
  errors: [],
})

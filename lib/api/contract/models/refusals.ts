import { z } from 'zod'
import { refusalRules } from '#lib/answers/refusal-rules.ts'
import { recordFields, timestamp } from '../common.ts'

export const refusedRequest = z
  .object({
    id: recordFields.id,
    createdAt: timestamp.describe('When the request was refused.'),
    requestId: z.string().describe('The `X-Request-Id` of the answer.'),
    endpoint: z.string().describe('Path of the endpoint; of an API’s operation its template.'),
    rule: z.enum(refusalRules).describe('The rule that refused it.'),
    error: z.string().describe('The error code of the answer, or the reason of the page.'),
    status: z.int().describe('Status of the answer; 302 where the client received the error.'),
    clientId: z.int().nullable().describe('The client, if it is known.'),
    clientIdentifier: z.string().describe('As sent; may be empty or of no client.'),
    userId: z.int().nullable().describe('The user, if one was known by then.'),
    network: z.string().describe('Address block of the caller.'),
    repeats: z.int().describe('Further refusals of the kind without a record of their own.'),
    lastAt: timestamp.describe('The last of them.'),
  })
  .meta({ id: 'RefusedRequest' })

export const refusalRuleTexts = z.object({
  rule: z.enum(refusalRules).describe('The rule.'),
  title: z.string().describe('What happened, in the language of the request.'),
  remedy: z.array(z.string()).describe('What to do.'),
})
